// SPDX-License-Identifier: MIT
// caught by: case "counts the blocks of short tracks"
#include <cmath>

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = left[i] + right[i];
}

// Two ints are divided, and the remainder is lost before ceil sees it.
int blocks_for(int n, int threads) {
  return static_cast<int>(std::ceil(n / threads));
}
