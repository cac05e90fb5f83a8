// SPDX-License-Identifier: MIT
// caught by: case "mixes 8 samples in 2 blocks of 4 threads"
// Block 1 begins at sample 1.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x + threadIdx.x;
  if (i < n) sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
