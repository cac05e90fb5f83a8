// SPDX-License-Identifier: MIT
// Right as well, if slow: a barrier made of atomics. One lane counts its warp and
// looks until all warps have come, with a fence on both sides.

    __shared__ int arrived;
    if (round == 0) {
      if (threadIdx.x == 0) arrived = 0;
      __syncthreads();
    }
    const auto wait = [&](int stage) {
      __syncwarp();
      if (threadIdx.x % 32 == 0) {
        __threadfence_block();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < (2 * round + stage) * kThreads / 32) {
        }
        __threadfence_block();
      }
      __syncwarp();
    };
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    wait(1);
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    wait(2);
