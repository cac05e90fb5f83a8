// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// One barrier per round, at its end: stage 2 reads a p that is not complete.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    __syncthreads();
