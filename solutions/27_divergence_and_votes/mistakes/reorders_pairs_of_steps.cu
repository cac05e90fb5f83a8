// SPDX-License-Identifier: MIT
// caught by: case "no warp takes the long way more often than needed"
// Reorders 64 values at a time: each such part has a mixed step of its own.

  __shared__ int orders[kWarps][64];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  for (int part = 0; part < kStretch; part += 64) {
    int odd = 0;
    for (int k = lane; k < 64; k += 32) {
      const bool mine = is_odd(values[part + k]);
      const unsigned votes = __ballot_sync(0xffffffff, mine);
      const int before = odd + __popc(votes & lower_lanes);
      order[mine ? before : 63 - (k - before)] = part + k;
      odd += __popc(votes);
    }
    __syncwarp();
    for (int k = lane; k < 64; k += 32) {
      unsigned& value = values[order[k]];
      value = is_odd(value) ? long_way(value) : short_way(value);
    }
    __syncwarp();
  }
