// SPDX-License-Identifier: MIT
// Right as well: lane 0 adds for its warp, whether it keeps a sample or not. A
// row beyond the last one has no size: its warps leave first, each as a whole.

    if (row >= rows) return;
    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    int first = 0;
    if (lane == 0 && kept != 0) first = atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, 0);
    if (keep) {
      const int rank = __popc(kept & ((1u << lane) - 1));
      lists[row * width + first + rank] = column;
    }
