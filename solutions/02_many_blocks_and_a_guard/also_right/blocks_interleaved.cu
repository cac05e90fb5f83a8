// SPDX-License-Identifier: MIT
// Right as well: neighbouring samples in different blocks. It is slow, which is
// the subject of lesson 09.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = threadIdx.x * gridDim.x + blockIdx.x;
  if (i < n) sum[i] = left[i] + right[i];
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
