// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// p is complete when stage 2 reads it, but a fast warp begins the next round
// while slow ones still make x and still read p. One round would be right.

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
