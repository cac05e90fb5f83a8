// SPDX-License-Identifier: MIT
// caught by: case "one lane adds for its warp"
// The new way for whole warps, and one atomic per sample at the end of a row.

    const bool keep = here && sample > limit;
    if (width % 32 > 0) {
      if (keep) lists[row * width + atomicAdd(&sizes[row], 1)] = column;
      continue;
    }
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    const int leader = __ffs(kept) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, leader);
    const int rank = __popc(kept & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
