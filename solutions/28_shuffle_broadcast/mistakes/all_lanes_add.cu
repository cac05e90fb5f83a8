// SPDX-License-Identifier: MIT
// caught by: case "appends three places"
// Every lane that keeps a sample adds the count of all: no leader.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    int first = 0;
    if (keep) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, kept ? __ffs(kept) - 1 : 0);
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
