// SPDX-License-Identifier: MIT
// caught by: case "works on four values"
// Lanes up to and including this one: place 0 stays empty.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (2u << lane) - 1;
  int odd = 0;  // odd values found so far; every lane counts the same
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    const int before = odd + __popc(votes & lower_lanes);  // odd, before k
    order[mine ? before : kStretch - 1 - (k - before)] = k;
    odd += __popc(votes);
  }
  __syncwarp();  // the next lines read what other lanes wrote

  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
