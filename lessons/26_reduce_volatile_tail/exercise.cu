// SPDX-License-Identifier: MIT
// Adds up an array: each block makes one sum, by the tree of lesson 24. When
// 64 values are left, one warp is enough, and the block stops waiting: the
// last six steps have no __syncthreads(). Code like this was written for GPUs
// whose lanes run in step.
#include "common/cuda_check.h"
#include "lesson.h"

// task-begin
// TODO: make these six steps right on a GPU whose lanes do not run in step,
// without a barrier of the block. They are called by one whole warp, lanes 0
// to 31, and add cache[0] ... cache[63] into cache[0].
__device__ void add_last_64(volatile int* cache, int lane) {
  cache[lane] += cache[lane + 32];
  cache[lane] += cache[lane + 16];
  cache[lane] += cache[lane + 8];
  cache[lane] += cache[lane + 4];
  cache[lane] += cache[lane + 2];
  cache[lane] += cache[lane + 1];
}
// task-end

__global__ void add_up(const int* in,  // n values
                       int* sums,      // one for each block
                       int n) {
  extern __shared__ int cache[];  // one integer per thread
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;

  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  cache[t] = sum;
  __syncthreads();

  for (int half = blockDim.x / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (t < 32) add_last_64(cache, t);
  if (t == 0) sums[blockIdx.x] = cache[0];
}

void reduce(const int* in, int* sums, int n, int blocks, int threads) {
  add_up<<<blocks, threads, threads * sizeof(int)>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
}
