// SPDX-License-Identifier: MIT
// caught by: case "at most eleven shuffles per warp"
// caught by: case "two barriers and little shared memory"
// Right, all in shared memory: two barriers per step.

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
