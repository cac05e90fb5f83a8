// SPDX-License-Identifier: MIT
// Right as well: the warp is divided into those that keep and those that do
// not. A group knows its size, and each lane its rank.
#include <cooperative_groups.h>

    const auto warp = cooperative_groups::tiled_partition<32>(
        cooperative_groups::this_thread_block());
    const bool keep = here && sample > limit;
    const auto alike = cooperative_groups::binary_partition(warp, keep);
    int first = 0;
    if (keep && alike.thread_rank() == 0) {
      first = atomicAdd(&sizes[row], alike.size());
    }
    first = alike.shfl(first, 0);
    if (keep) lists[row * width + first + alike.thread_rank()] = column;
