// SPDX-License-Identifier: MIT
// caught by: case "counts the blocks of short tracks"
// Right for blocks of 256 threads alone.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = left[i] + right[i];
}

int blocks_for(int n, int) { return (n + 255) / 256; }
