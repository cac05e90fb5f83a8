// SPDX-License-Identifier: MIT
// caught by: case "five shuffles a warp and five for the totals"
// caught by: case "two barriers and little shared memory"
// Right, all in shared memory: two barriers a step.
#include "common/cuda_check.h"
#include "lesson.h"

// task-begin
__device__ int block_scan(int value) {
  __shared__ int sums[1024];
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    sums[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x >= step) value += sums[threadIdx.x - step];
    __syncthreads();
  }
  return value;
}
// task-end

__global__ void scan_kernel(const int* in,  // count values
                            int* out,       // count sums
                            int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_scan(i < count ? in[i] : 0);
  if (i < count) out[i] = sum;
}

void scan_blocks(const int* in, int* out, int count, int threads) {
  if (count == 0) return;
  const int blocks = (count + threads - 1) / threads;
  scan_kernel<<<blocks, threads>>>(in, out, count);
  CUDA_CHECK(cudaGetLastError());
}
