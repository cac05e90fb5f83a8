// SPDX-License-Identifier: MIT
// caught by: case "appends three places"
// Counts lanes up to and including its own: the first place stays empty.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    const int leader = __ffs(kept) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, leader);
    const int rank = __popc(kept & ((2u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
