// SPDX-License-Identifier: MIT
// caught by: case "works for several vectors and rounds"
// volatile makes each access real, and nobody waits for the other warps.

    volatile unsigned* const vx = x;
    volatile unsigned* const vp = p;
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = vx[j];
      for (int i = 0; i < values; ++i) sum += vx[i];
      vp[j] = sum;
    }
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = vp[j];
      for (int i = 0; i < values; ++i) sum += vp[i];
      vx[j] = sum;
    }
