// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The guard looks at the number in the block, not in the launch.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int thread = threadIdx.x;
  if (thread < n) sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
