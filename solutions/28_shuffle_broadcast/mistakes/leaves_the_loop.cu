// SPDX-License-Identifier: MIT
// caught by: case "keeps none, one or all"
// A round that keeps nothing ends the loop, and with it the later rounds.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) break;
    const int leader = __ffs(kept) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, leader);
    if (keep)
      lists[row * width + first + __popc(kept & ((1u << lane) - 1))] = column;
