// SPDX-License-Identifier: MIT
// A sum in one launch: the block that finishes last adds the partial sums.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

__device__ unsigned finished = 0;

__device__ int sum_block(int value) {
  __shared__ int sums[128];
  sums[threadIdx.x] = value;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
    __syncthreads();
  }
  const int sum = sums[0];
  __syncthreads();
  return sum;
}

__global__ void sum_all(const int* in, int n, volatile int* partial, int* out) {
  __shared__ bool last;
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    value += in[i];
  }
  const int sum = sum_block(value);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  const int part = threadIdx.x < gridDim.x ? partial[threadIdx.x] : 0;
  const int total = sum_block(part);
  if (threadIdx.x == 0) *out = total;
}

int main() {
  const int n = 100000, blocks = 20;
  std::vector<int> host(n);
  int expected = 0;
  for (int i = 0; i < n; ++i) expected += host[i] = i % 1000 - 400;
  int *in, *partial, *out, result;
  CUDA_CHECK(cudaMalloc(&in, n * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&out, sizeof(int)));
  CUDA_CHECK(
      cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  for (int round = 0; round < 2; ++round) {
    CUDA_CHECK(cudaMemset(out, 0, sizeof(int)));
    sum_all<<<blocks, 128>>>(in, n, partial, out);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost));
    std::printf("sum: %d, right: %d\n", result, result == expected);
  }
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(partial));
  CUDA_CHECK(cudaFree(out));
}
