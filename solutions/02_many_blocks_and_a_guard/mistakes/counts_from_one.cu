// SPDX-License-Identifier: MIT
// caught by: case "mixes 8 samples in 2 blocks of 4 threads"
// Thread 0 of block 0 takes sample 1, and nobody takes sample 0.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n) sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
