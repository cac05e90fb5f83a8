// SPDX-License-Identifier: MIT
// caught by: case "adds three values"
// Adds all partial sums with an atomic of each block to *total, which may hold
// anything before.

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           int* total, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = partial;
    atomicAdd(total, partial);
  }
}
