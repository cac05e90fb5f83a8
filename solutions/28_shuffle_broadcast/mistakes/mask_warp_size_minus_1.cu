// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// A mask has one bit per lane. warpSize - 1 is 31: it names lanes 0 to 4, and
// lanes 5 to 31 call a vote that they are not part of.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(warpSize - 1, keep);
    if (kept == 0) continue;
    const int leader = __ffs(kept) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(warpSize - 1, first, leader);
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
