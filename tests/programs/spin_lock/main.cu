// SPDX-License-Identifier: MIT
// A lock that every thread of a warp takes: works since Volta, where each
// thread makes progress on its own.
#include <cstdio>

#include "common/cuda_check.h"

__device__ int lock = 0;
__device__ int counter = 0;

__global__ void count_with_lock() {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  __threadfence();
  counter = counter + 1;
  __threadfence();
  atomicExch(&lock, 0);
}

int main() {
  count_with_lock<<<4, 48>>>();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  int count;
  CUDA_CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof(count)));
  std::printf("counter: %d\n", count);
}
