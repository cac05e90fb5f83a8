// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// caught by: diagnostic shared-race
// "One thread can wait for its whole warp": the other 31 go on without it.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    if (threadIdx.x % 32 == 0) __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    if (threadIdx.x % 32 == 0) __syncthreads();
