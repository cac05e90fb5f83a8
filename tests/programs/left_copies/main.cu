// SPDX-License-Identifier: MIT
// A program that ends while a kernel has only just been let go. The copy behind
// it writes registered memory, as the one before it did.
#include <cstdio>
#include <cstdlib>

#include "common/cuda_check.h"

constexpr size_t kBytes = 8192;

__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  void* host = std::aligned_alloc(4096, kBytes);
  int *device = nullptr, *flag = nullptr;
  CUDA_CHECK(cudaHostRegister(host, kBytes, cudaHostRegisterDefault));
  CUDA_CHECK(cudaMalloc(&device, kBytes));
  CUDA_CHECK(cudaMemset(device, 0, kBytes));
  CUDA_CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
  *flag = 0;
  CUDA_CHECK(cudaDeviceSynchronize());
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(
      cudaMemcpyAsync(host, device, kBytes, cudaMemcpyDeviceToHost, stream));
  wait_for<<<1, 1, 0, stream>>>(flag);
  CUDA_CHECK(
      cudaMemcpyAsync(host, device, kBytes, cudaMemcpyDeviceToHost, stream));
  std::printf("the end\n");
  *const_cast<volatile int*>(flag) = 1;
}
