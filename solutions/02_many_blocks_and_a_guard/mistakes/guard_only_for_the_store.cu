// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The threads after the end write nothing, but they still read.

__global__ void mix_sample(const float* left, const float* right, float* sum,
                           int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float both = *static_cast<const volatile float*>(left + i) + right[i];
  if (i < n) sum[i] = both;
}

int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }
