// SPDX-License-Identifier: MIT
// Right as well: barrier 1 of the sixteen that a block has, in PTX.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    asm volatile("bar.sync 1, 256;" ::: "memory");
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    asm volatile("bar.sync 1, 256;" ::: "memory");
