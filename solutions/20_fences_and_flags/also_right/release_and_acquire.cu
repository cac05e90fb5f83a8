// SPDX-License-Identifier: MIT
// Right as well, in the words of C++: release what was stored, acquire what
// others released. Each atomic names whom it reaches.
#include <cuda/atomic>

/// Stores `total`, then tells by ready = 1 that it is there. For any reader:
/// another block, or the host. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(message->ready);
  ready.store(1, cuda::memory_order_release);
}

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           Message* message, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);

  __shared__ bool last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = partial;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*finished);
    last = counter.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    if (last) counter.store(0, cuda::memory_order_relaxed);
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int total = block_sum(value);
  if (threadIdx.x == 0) send(message, total);
}
