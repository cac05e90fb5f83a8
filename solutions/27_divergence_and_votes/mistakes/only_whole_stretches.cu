// SPDX-License-Identifier: MIT
// caught by: case "no warp takes the long way more often than needed"
// Reorders a whole stretch; one that the end of the array cuts short is done as
// before.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  const bool whole = first + kStretch <= count;
  int odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    const int before = odd + __popc(votes & lower_lanes);
    order[!whole ? k : mine ? before : kStretch - 1 - (k - before)] = k;
    odd += __popc(votes);
  }
  __syncwarp();
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
