// SPDX-License-Identifier: MIT
// caught by: case "each sample has a thread of its own"
// The first thread of each block does the samples of all its threads.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  if (threadIdx.x != 0) return;
  const int first = blockIdx.x * blockDim.x;
  for (int i = first; i < n && i < first + static_cast<int>(blockDim.x); ++i) {
    sum[i] = left[i] + right[i];
  }
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
