// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// __syncwarp() waits for the 32 threads of a warp; p is made by 8 warps.

    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    __syncwarp();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    __syncwarp();
