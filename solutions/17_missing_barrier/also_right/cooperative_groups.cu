// SPDX-License-Identifier: MIT
// Right as well: the same two barriers, as cooperative groups spell them.
#include <cooperative_groups.h>

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    cooperative_groups::this_thread_block().sync();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    cooperative_groups::this_thread_block().sync();
