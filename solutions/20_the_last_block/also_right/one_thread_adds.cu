// SPDX-License-Identifier: MIT
// Right as well: one thread of the last block adds up and resets the counter.

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
    __threadfence();
    last = atomicAdd(finished, 1) == gridDim.x - 1;
    if (last) __threadfence();
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  if (threadIdx.x > 0) return;
  int all = 0;
  for (int i = 0; i < gridDim.x; ++i) all += partials[i];
  *finished = 0;
  *total = all;
}
