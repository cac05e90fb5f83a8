// SPDX-License-Identifier: MIT
// A kernel of device 0 waits for the host. Meanwhile the host waits for device
// 1 in every way there is, and lets the kernel go only then.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kCount = 64;

__global__ void wait_for(const volatile int* flag, int* out) {
  while (*flag == 0) {
  }
  *out = *flag;
}

void use_and_free_memory() {
  int* memory = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, kCount * sizeof(int)));
  CUDA_CHECK(cudaMemset(memory, 1, kCount * sizeof(int)));
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, memory + kCount - 1, sizeof value,
                        cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("device 1 was set to %x\n", value);
  CUDA_CHECK(cudaSetDevice(0));  // cudaFree goes by the memory
  CUDA_CHECK(cudaFree(memory));
  CUDA_CHECK(cudaSetDevice(1));
  std::printf("its memory is free\n");
}

void free_array() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  CUDA_CHECK(cudaMallocArray(&array, &format, kCount));
  CUDA_CHECK(cudaFreeArray(array));
  std::printf("its array is free\n");
}

void use_a_stream() {
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("its stream is done\n");
}

int main() {
  int *flag = nullptr, *out = nullptr;
  CUDA_CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocPortable));
  *flag = 0;
  CUDA_CHECK(cudaMalloc(&out, sizeof *out));
  wait_for<<<1, 1>>>(flag, out);
  CUDA_CHECK(cudaGetLastError());

  CUDA_CHECK(cudaSetDevice(1));
  use_and_free_memory();
  free_array();
  use_a_stream();
  CUDA_CHECK(cudaSetDevice(0));
  std::printf("device 0: %s\n", cudaGetErrorName(cudaStreamQuery(nullptr)));
  *const_cast<volatile int*>(flag) = 5;
  CUDA_CHECK(cudaDeviceSynchronize());
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost));
  std::printf("device 0 saw %d\n", value);
  CUDA_CHECK(cudaFree(out));
  CUDA_CHECK(cudaFreeHost(flag));
}
