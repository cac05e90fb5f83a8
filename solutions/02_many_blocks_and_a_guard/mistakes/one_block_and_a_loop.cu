// SPDX-License-Identifier: MIT
// caught by: case "counts the blocks of short tracks"
// One block does all the work, in a loop.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum[i] = left[i] + right[i];
  }
}

int blocks_for(int n, int threads) { return n > 0 && threads > 0 ? 1 : 0; }
