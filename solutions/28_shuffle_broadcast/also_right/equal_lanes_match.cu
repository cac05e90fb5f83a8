// SPDX-License-Identifier: MIT
// Right as well: __match_any_sync tells a lane who has the same answer. Lanes
// that keep nothing have a group of their own, which adds nothing.

    const bool keep = here && sample > limit;
    const unsigned alike = __match_any_sync(0xffffffff, int(keep));
    const int leader = __ffs(alike) - 1;
    int first = 0;
    if (keep && lane == leader) first = atomicAdd(&sizes[row], __popc(alike));
    first = __shfl_sync(0xffffffff, first, leader);
    const int rank = __popc(alike & ((1u << lane) - 1));
    if (keep) lists[row * width + first + rank] = column;
