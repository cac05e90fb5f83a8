// SPDX-License-Identifier: MIT
// Right as well, in the words of C++: the atomic releases what came before it,
// and acquires what others released.
#include <cuda/atomic>

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           int* total, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);

  __shared__ bool last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = partial;
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> count_of(*finished);
    last = count_of.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    if (last) count_of.store(0, cuda::memory_order_relaxed);
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int all = block_sum(value);
  if (threadIdx.x == 0) *total = all;
}
