// SPDX-License-Identifier: MIT
// caught by: case "mixes 5 samples in 2 blocks of 4 threads"
// A block that is not full does nothing at all.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int end = (blockIdx.x + 1) * blockDim.x;
  if (end > n) return;
  sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
