// SPDX-License-Identifier: MIT
// caught by: case "works for several vectors and rounds"
// volatile makes each access real, and nobody waits for the other warps.

    volatile unsigned* const vx = x;
    volatile unsigned* const vp = p;
    const auto sum_of_all = [&](volatile unsigned* from) {
      unsigned sum = 0;
      for (int i = threadIdx.x % 32; i < values; i += 32) sum += from[i];
      for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, step);
      }
      return sum;
    };
    const unsigned of_x = sum_of_all(vx);
    for (int j = threadIdx.x; j < values; j += kThreads) vp[j] = vx[j] + of_x;
    const unsigned of_p = sum_of_all(vp);
    for (int j = threadIdx.x; j < values; j += kThreads) vx[j] = vp[j] + of_p;
