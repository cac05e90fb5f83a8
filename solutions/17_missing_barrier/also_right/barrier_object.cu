// SPDX-License-Identifier: MIT
// Right as well: a barrier object in shared memory.
#include <cuda/barrier>

    using Barrier = cuda::barrier<cuda::thread_scope_block>;
    alignas(Barrier) __shared__ unsigned char bytes[sizeof(Barrier)];
    Barrier* const barrier = reinterpret_cast<Barrier*>(bytes);
    if (round == 0) {
      if (threadIdx.x == 0) init(barrier, kThreads);
      __syncthreads();
    }
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = x[j];
      for (int i = 0; i < values; ++i) sum += x[i];
      p[j] = sum;
    }
    barrier->arrive_and_wait();
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    barrier->arrive_and_wait();
