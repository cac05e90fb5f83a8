// SPDX-License-Identifier: MIT
// caught by: case "each sample has a thread of its own"
// Block 0 does the whole track; the others start for nothing.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  if (blockIdx.x != 0) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum[i] = left[i] + right[i];
  }
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
