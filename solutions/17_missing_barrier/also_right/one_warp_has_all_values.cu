// SPDX-License-Identifier: MIT
// Right as well: with up to 32 values one warp has them all. The condition is
// the same for all threads.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    values <= 32 ? __syncwarp() : __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    values <= 32 ? __syncwarp() : __syncthreads();
