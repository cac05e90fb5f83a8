// SPDX-License-Identifier: MIT
// caught by: case "all blocks share the work"
// All values are added by block 0. The others end at once.

__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           int* total, int count) {
  if (blockIdx.x > 0) return;
  int value = 0;
  for (int i = threadIdx.x; i < count; i += kThreads) value += in[i];
  const int all = block_sum(value);
  if (threadIdx.x == 0) {
    partials[0] = all;
    *total = all;
    *finished = 0;
  }
}
