// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Each half of the block has a barrier of its own, but every value needs both.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    asm volatile("bar.sync %0, 128;" ::"r"(1 + threadIdx.x / 128) : "memory");
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    asm volatile("bar.sync %0, 128;" ::"r"(1 + threadIdx.x / 128) : "memory");
