// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The guard comes after the access that it should prevent.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float both = left[i] + right[i];
  sum[i] = both;
  if (i >= n) return;
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
