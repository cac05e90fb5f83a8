// SPDX-License-Identifier: MIT
// Two files: kernels here call functions and use variables from helpers.cu.
#include <cstdio>

#include "common/cuda_check.h"
#include "tests/programs/rdc/helpers.h"

__device__ int own_offset = 1000;
static __device__ int hidden = 5;

__global__ void use_other_file(int* out) {
  const int i = threadIdx.x;
  out[i] = weigh(i) + own_offset + hidden;
  if (i == 0) atomicAdd(&shared_counter, 1);
}

// This file never calls them by name.
__device__ int (*const table[2])(int) = {twice, weigh};

__global__ void use_pointers(int* out) {
  const int i = threadIdx.x;
  Step near;
  out[i] = table[i % 2](i) + (i < 4 ? &near : far_step())->take(0);
}

int main() {
  int *out, host[8], counter;
  CUDA_CHECK(cudaMalloc(&out, sizeof(host)));
  use_other_file<<<1, 8>>>(out);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  std::printf("first: %d, last: %d\n", host[0], host[7]);
  use_pointers<<<1, 8>>>(out);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  std::printf("through pointers:");
  for (int value : host) std::printf(" %d", value);
  std::printf("\n");
  count_up_twice();
  CUDA_CHECK(cudaMemcpyFromSymbol(&counter, shared_counter, sizeof(counter)));
  std::printf("counter: %d\n", counter);
  CUDA_CHECK(cudaFree(out));
}
