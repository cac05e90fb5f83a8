// SPDX-License-Identifier: MIT
// caught by: case "all blocks share the work"
// Block 0 waits until all are counted. It keeps its place on the device while it
// waits. The Task asks that no block waits.

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
    atomicAdd(finished, 1);
    last = blockIdx.x == 0;
    while (last && *static_cast<volatile unsigned*>(finished) < gridDim.x) {
    }
    if (last) atomicExch(finished, 0);
    if (last) __threadfence();
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int all = block_sum(value);
  if (threadIdx.x == 0) *total = all;
}
