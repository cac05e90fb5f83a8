// SPDX-License-Identifier: MIT
// Lesson 25, the rung before: the sum of lesson 24, whose block size is known
// only when it runs.
#pragma once

#include "common/cuda_check.h"

namespace rungs {

__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {
  extern __shared__ float cache[];
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  cache[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) cache[t] += cache[t + half];  // a step
    __syncthreads();  // after any step, and whoever added
  }
  if (t == 0) sums[blockIdx.x] = cache[0];
}

inline bool reduce(const float* in, float* sums, int n, int blocks,
                   int threads) {
  if (threads < 32 || threads > 1024 || (threads & (threads - 1))) return false;
  add_up<<<blocks, threads, threads * sizeof(float)>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
  return true;
}

}  // namespace rungs
