// SPDX-License-Identifier: MIT
// Right as well: even values go the short way at once, and only the odd ones
// get a list. The short way is so short that its divergence costs little.

  __shared__ int lists[kWarps][kStretch];
  int* list = lists[warp];
  int odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    if (mine) {
      list[odd + __popc(votes & ((1u << lane) - 1))] = k;
    } else {
      values[k] = short_way(values[k]);
    }
    odd += __popc(votes);
  }
  __syncwarp();
  for (int k = lane; k < odd; k += 32) {
    values[list[k]] = long_way(values[list[k]]);
  }
