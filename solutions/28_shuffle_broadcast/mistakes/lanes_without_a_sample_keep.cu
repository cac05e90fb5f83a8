// SPDX-License-Identifier: MIT
// caught by: case "keeps none, one or all"
// A lane without a sample holds 0, and 0 may be above the limit.

    const bool keep = row < rows && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    const int leader = __ffs(kept) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, leader);
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep && here) lists[row * width + first + rank] = column;
