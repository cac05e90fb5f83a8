// SPDX-License-Identifier: MIT
// Right as well: lane 0 adds in every round of a row, if need be 0.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    int first = 0;
    if (lane == 0 && row < rows) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, 0);
    if (keep)
      lists[row * width + first + __popc(kept & ((1u << lane) - 1))] = column;
