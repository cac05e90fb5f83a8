// SPDX-License-Identifier: MIT
// Right as well: the barrier itself tells all threads that the block is the
// last one.

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           int* total, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);

  bool last = false;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = partial;
    __threadfence();
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    if (last) __threadfence();
  }
  if (!__syncthreads_or(last)) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int all = block_sum(value);
  if (threadIdx.x == 0) *total = all;
}
