// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// The mask names 32 lanes, and only those that keep a sample come.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (keep) {
      const int leader = __ffs(kept) - 1;
      int first = 0;
      if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
      first = __shfl_sync(0xffffffff, first, leader);
      const int rank = __popc(kept & ((1u << lane) - 1));
      lists[row * width + first + rank] = column;
    }
