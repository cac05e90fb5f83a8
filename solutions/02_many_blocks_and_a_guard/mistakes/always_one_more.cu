// SPDX-License-Identifier: MIT
// caught by: case "counts the blocks of short tracks"
// One block too many where n is a multiple of threads.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return n / threads + 1; }
