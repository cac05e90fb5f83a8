// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// Loads the size, and adds to it afterwards: another warp may come between.

    const bool keep = here && sample > limit;
    const unsigned kept = __ballot_sync(0xffffffff, keep);
    if (kept == 0) continue;
    const int leader = __ffs(kept) - 1;
    int first = sizes[row];
    __syncwarp();
    if (lane == leader) atomicAdd(&sizes[row], __popc(kept));
    first = __shfl_sync(0xffffffff, first, leader);
    if (keep)
      lists[row * width + first + __popc(kept & ((1u << lane) - 1))] = column;
