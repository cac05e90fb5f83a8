// SPDX-License-Identifier: MIT
// Right as well: arrives at the barrier object, and waits in a second step.
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
    barrier->wait(barrier->arrive());
    for (int j = threadIdx.x; j < values; j += kThreads) {
      unsigned sum = p[j];
      for (int i = 0; i < values; ++i) sum += p[i];
      x[j] = sum;
    }
    auto token = barrier->arrive();
    barrier->wait(std::move(token));
