// SPDX-License-Identifier: MIT
// Right as well: only the lanes that keep a sample shuffle, and the mask names
// just those. All of them know it from the ballot.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (keep) {
      const int leader = __ffs(kept) - 1;
      int first = 0;
      if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
      first = __shfl_sync(kept, first, leader);
      const int rank = __popc(kept & ((1u << lane) - 1));
      lists[row * width + first + rank] = column;
    }
