// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// One lane per warp, but the warps of a row still share one size.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    const int leader = __ffs(kept) - 1;
    int first = 0;
    if (lane == leader) {
      first = sizes[row];
      sizes[row] = first + __popc(kept);
    }
    first = __shfl_sync(0xffffffff, first, leader);
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
