// SPDX-License-Identifier: MIT
// A device assert: the launch itself succeeds, the next wait tells.
#include <cassert>
#include <cstdio>

#include "common/cuda_check.h"

__global__ void check_positive(const int* values) {
  assert(values[threadIdx.x] > 0);
}

int main() {
  const int values[4] = {1, 2, -3, 4};
  int* device;
  CUDA_CHECK(cudaMalloc(&device, sizeof(values)));
  CUDA_CHECK(
      cudaMemcpy(device, values, sizeof(values), cudaMemcpyHostToDevice));
  check_positive<<<1, 2>>>(device);
  std::printf("good: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  check_positive<<<1, 4>>>(device);
  std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("wait: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("again: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("malloc: %s\n", cudaGetErrorName(cudaMalloc(&device, 4)));
  std::printf("text: %s\n", cudaGetErrorString(cudaErrorAssert));
}
