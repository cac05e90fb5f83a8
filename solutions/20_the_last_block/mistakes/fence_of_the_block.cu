// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// caught by: case "adds any number of values"
// This fence promises the order to threads of the own block; the reader is in
// another one.

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
    __threadfence_block();
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    if (last) __threadfence();
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int all = block_sum(value);
  if (threadIdx.x == 0) *total = all;
}
