// SPDX-License-Identifier: MIT
// caught by: case "works for any number of rows and any width"
// caught by: case "appends to lists that hold places"
// The leader adds, but the others read lane 0, which need not be the leader.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    int first = 0;
    if (lane == __ffs(kept) - 1) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, 0);
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
