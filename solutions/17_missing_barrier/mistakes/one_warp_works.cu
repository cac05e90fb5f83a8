// SPDX-License-Identifier: MIT
// caught by: case "works for any number of values"
// Seven warps leave, so that no barrier is needed: nobody does their share.

    if (threadIdx.x >= 32) continue;
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
