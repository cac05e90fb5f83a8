// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// The vote stands where only the lanes come that would say yes.

    if (here && sample > limit) {
      const unsigned kept = __ballot_sync(0xffffffff, true);
      const int leader = __ffs(kept) - 1;
      int first = 0;
      if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
      first = __shfl_sync(kept, first, leader);
      const int rank = __popc(kept & ((1u << lane) - 1));
      lists[row * width + first + rank] = column;
    }
