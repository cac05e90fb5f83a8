// SPDX-License-Identifier: MIT
// Right as well: the lanes that keep a sample form a group, and the group's
// first lane adds. They may come in two groups; then each group adds once.
#include <cooperative_groups.h>

    if (here && sample > limit) {
      const auto group = cooperative_groups::coalesced_threads();
      int first = 0;
      if (group.thread_rank() == 0)
        first = atomicAdd(&sizes[row], group.size());
      first = group.shfl(first, 0);
      lists[row * width + first + group.thread_rank()] = column;
    }
