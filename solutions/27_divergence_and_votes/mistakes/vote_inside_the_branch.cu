// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// Only lanes with an odd value come to the vote, and the mask waits for all.


  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  int odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    if (is_odd(values[k])) {
      const unsigned votes = __ballot_sync(0xffffffff, true);
      order[odd + __popc(votes & lower_lanes)] = k;
      odd += __popc(votes);
    }
  }
  __syncwarp();
  for (int k = lane; k < odd; k += 32) {
    values[order[k]] = long_way(values[order[k]]);
  }
