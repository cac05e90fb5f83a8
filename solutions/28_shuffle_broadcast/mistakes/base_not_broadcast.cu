// SPDX-License-Identifier: MIT
// caught by: case "appends to lists that hold places"
// Only the leader knows where the places begin; the others take them for 0.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    int first = 0;
    if (lane == __ffs(kept) - 1) first = atomicAdd(&sizes[row], __popc(kept));
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
