// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// The tail as it was written before Volta: volatile, and lanes in step.
#include "common/cuda_check.h"
#include "lesson.h"

// task-begin
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
  extern __shared__ int cache[];  // one integer a thread
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
