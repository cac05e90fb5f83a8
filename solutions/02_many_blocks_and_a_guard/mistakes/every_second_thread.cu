// SPDX-License-Identifier: MIT
// caught by: case "each sample has a thread of its own"
// Every second thread does two samples.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 1) return;
  if (i < n) sum[i] = left[i] + right[i];
  if (i + 1 < n) sum[i + 1] = left[i + 1] + right[i + 1];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
