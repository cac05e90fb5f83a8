// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// caught by: case "changes nothing before or after sum"
// Place n is the first one after the end.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
