// SPDX-License-Identifier: MIT
// caught by: case "each sample has a thread of its own"
// Each place is written twice; the task asks for one write.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    sum[i] = left[i];
    sum[i] += right[i];
  }
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
