// SPDX-License-Identifier: MIT
// caught by: case "works for any number of values"
// Even lanes go their short way first; then the mask is "who is here now". It
// may be all 32 lanes, or some: nothing says when the lanes come together.


  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  int odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    if (!mine) values[k] = short_way(values[k]);
    const unsigned votes = __ballot_sync(__activemask(), mine);
    if (mine) order[odd + __popc(votes & lower_lanes)] = k;
    odd += __popc(votes);
  }
  __syncwarp();
  for (int k = lane; k < odd; k += 32) {
    values[order[k]] = long_way(values[order[k]]);
  }
