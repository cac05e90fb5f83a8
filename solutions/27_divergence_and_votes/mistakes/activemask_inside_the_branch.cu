// SPDX-License-Identifier: MIT
// caught by: case "works for any number of values"
// All odd lanes take the branch, but nothing says that they are in it together:
// two groups of them find the same places.

  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  int odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    if (mine) {
      const unsigned here = __ballot_sync(__activemask(), true);
      order[odd + __popc(here & lower_lanes)] = k;
    } else {
      values[k] = short_way(values[k]);
    }
    odd += __popc(votes);
  }
  __syncwarp();
  for (int k = lane; k < odd; k += 32) {
    values[order[k]] = long_way(values[order[k]]);
  }
