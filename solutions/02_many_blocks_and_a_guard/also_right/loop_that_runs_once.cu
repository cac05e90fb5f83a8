// SPDX-License-Identifier: MIT
// Right as well: a step of the whole grid, which here runs once per thread.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
    sum[i] = left[i] + right[i];
  }
}

int blocks_for(int n, int threads) { return (n - 1) / threads + 1; }
