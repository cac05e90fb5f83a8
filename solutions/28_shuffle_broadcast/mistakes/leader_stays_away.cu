// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// The leader knows the place already, so it does not shuffle. A shuffle does
// not send: the lanes that read from the leader need it there.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    const int leader = __ffs(kept) - 1;
    int first = 0;
    if (lane == leader) {
      first = atomicAdd(&sizes[row], __popc(kept));
    } else {
      first = __shfl_sync(0xffffffff, first, leader);
    }
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
