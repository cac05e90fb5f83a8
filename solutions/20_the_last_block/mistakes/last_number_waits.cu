// SPDX-License-Identifier: MIT
// caught by: case "adds any number of values"
// The block of the highest number waits until all others are counted.

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           int* total, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);
  if (threadIdx.x != 0) return;
  partials[blockIdx.x] = partial;
  __threadfence();
  if (blockIdx.x + 1 < gridDim.x) {
    atomicAdd(finished, 1);
    return;
  }
  while (atomicAdd(finished, 0) != gridDim.x - 1) {
  }
  __threadfence();
  int sum = 0;
  for (int b = 0; b < gridDim.x; ++b) sum += partials[b];
  *total = sum;
  *finished = 0;
}
