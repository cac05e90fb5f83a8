// SPDX-License-Identifier: MIT
// Right as well: the highest lane that keeps a sample leads, and the places go
// down from the end of what the warp took.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    const int leader = 31 - __clz(kept);  // -1 when there is none
    int end = 0;
    if (lane == leader)
      end = atomicAdd(&sizes[row], __popc(kept)) + __popc(kept);
    end = __shfl_sync(0xffffffff, end, leader);
    if (keep) lists[row * width + end - 1 - __popc(kept >> lane >> 1)] = column;
