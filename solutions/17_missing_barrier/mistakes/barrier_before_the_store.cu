// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Two barriers per round, but the second one stands before the new x is stored:
// the next round reads x while other warps still store it.

    const auto sum_of_all = [&](const unsigned* from) {
      unsigned sum = 0;
      for (int i = threadIdx.x % 32; i < values; i += 32) sum += from[i];
      for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, step);
      }
      return sum;
    };
    const unsigned of_x = sum_of_all(x);
    for (int j = threadIdx.x; j < values; j += kThreads) p[j] = x[j] + of_x;
    __syncthreads();
    const unsigned of_p = sum_of_all(p);
    __syncthreads();
    for (int j = threadIdx.x; j < values; j += kThreads) x[j] = p[j] + of_p;
