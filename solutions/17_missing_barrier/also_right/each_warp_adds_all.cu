// SPDX-License-Identifier: MIT
// Right as well, and less work: each warp adds all values once, each lane a part
// of them, and shuffles hand the sum to its 32 lanes.

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
    for (int j = threadIdx.x; j < values; j += kThreads) x[j] = p[j] + of_p;
    __syncthreads();
