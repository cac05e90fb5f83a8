// SPDX-License-Identifier: MIT
// caught by: case "counts the blocks of long tracks"
#include <cmath>

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = left[i] + right[i];
}

// A float holds every int up to 2^24 only.
int blocks_for(int n, int threads) {
  return static_cast<int>(std::ceil(static_cast<float>(n) / threads));
}
