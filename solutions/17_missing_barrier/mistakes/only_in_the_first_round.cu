// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// The barriers are there once. Each later round needs its own.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    if (round == 0) __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    if (round == 0) __syncthreads();
