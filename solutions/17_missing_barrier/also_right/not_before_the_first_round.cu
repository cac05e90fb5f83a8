// SPDX-License-Identifier: MIT
// Right as well: a round waits for the one before it, if there was one.

    if (round > 0) __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
