// SPDX-License-Identifier: MIT
// caught by: case "a block counts itself once, and none waits"
// Each block waits for the one before it, and adds to its sum. So the blocks
// work one after the other.

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           int* total, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);
  if (threadIdx.x != 0) return;
  while (*static_cast<volatile unsigned*>(finished) != blockIdx.x) {
  }
  __threadfence();
  const int sum = partial + (blockIdx.x ? partials[blockIdx.x - 1] : 0);
  partials[blockIdx.x] = sum;
  if (blockIdx.x == gridDim.x - 1) *total = sum;
  __threadfence();
  atomicInc(finished, gridDim.x - 1);
}
