// SPDX-License-Identifier: MIT
// caught by: case "each warp makes five shuffles"
// caught by: case "values pass through registers only"
// The sum by way of shared memory: right, but not what shuffles are for.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  __shared__ int values[kThreads];
  values[threadIdx.x] = sum;
  __syncwarp();
  for (int offset = 16; offset > 0; offset /= 2) {
    if (threadIdx.x % 32 < offset) {
      values[threadIdx.x] += values[threadIdx.x + offset];
    }
    __syncwarp();
  }
  sum = values[threadIdx.x];
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
