// SPDX-License-Identifier: MIT
// caught by: case "each sample has a thread of its own"
// The threads after the end all write the last place once more.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - 1) i = n - 1;
  sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
