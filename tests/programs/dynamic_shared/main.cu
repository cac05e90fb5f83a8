// SPDX-License-Identifier: MIT
// Dynamic shared memory: two arrays in one, and more than 48 KB, which a
// kernel must opt in to.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

__global__ void reverse(int* data, int n) {
  extern __shared__ int buffer[];
  char* flags = reinterpret_cast<char*>(buffer + n);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    buffer[i] = data[i];
    flags[i] = static_cast<char>(data[i] & 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    data[i] = buffer[n - 1 - i] + 1000 * flags[n - 1 - i];
  }
}

bool run(int n, int* device) {
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  CUDA_CHECK(cudaMemcpy(device, host.data(), n * 4, cudaMemcpyHostToDevice));
  reverse<<<1, 256, n * 5>>>(device, n);
  const cudaError_t error = cudaGetLastError();
  std::printf("%d bytes: %s\n", n * 5, cudaGetErrorName(error));
  if (error != cudaSuccess) return false;
  CUDA_CHECK(cudaMemcpy(host.data(), device, n * 4, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) {
    const int from = n - 1 - i;
    if (host[i] != from + 1000 * (from & 1)) return false;
  }
  return true;
}

int main() {
  int* device;
  CUDA_CHECK(cudaMalloc(&device, 12000 * 4));
  std::printf("right: %d\n", run(1000, device));
  std::printf("right: %d\n", run(12000, device));
  CUDA_CHECK(cudaFuncSetAttribute(
      reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
  std::printf("right: %d\n", run(12000, device));
  std::printf(
      "too much: %s\n",
      cudaGetErrorName(cudaFuncSetAttribute(
          reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)));
  CUDA_CHECK(cudaFree(device));
}
