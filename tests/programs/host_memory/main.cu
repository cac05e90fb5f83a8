// SPDX-License-Identifier: MIT
// Host memory that the device reads and writes in place, and what the runtime
// says of each kind of pointer.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

__global__ void add_in_place(int* data, int n, int value) {
  const int i = threadIdx.x;
  if (i < n) data[i] += value;
}

const char* kind_of(const void* pointer) {
  cudaPointerAttributes attributes;
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, pointer));
  switch (attributes.type) {
    case cudaMemoryTypeHost:
      return "host";
    case cudaMemoryTypeDevice:
      return "device";
    case cudaMemoryTypeManaged:
      return "managed";
    default:
      return "unregistered";
  }
}

int main() {
  int *mapped, *on_device, *managed, *plain, *same;
  CUDA_CHECK(cudaHostAlloc(&mapped, 64, cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&same, mapped, 0));
  CUDA_CHECK(cudaMalloc(&on_device, 64));
  CUDA_CHECK(cudaMallocManaged(&managed, 64));
  for (int i = 0; i < 16; ++i) mapped[i] = managed[i] = i;
  add_in_place<<<1, 32>>>(same, 16, 100);
  add_in_place<<<1, 32>>>(managed, 16, 1000);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("mapped: %d %d, managed: %d %d\n", mapped[0], mapped[15],
              managed[0], managed[15]);

  std::vector<int> vector(16, 7);
  plain = vector.data();
  std::printf("%s %s %s %s\n", kind_of(mapped), kind_of(on_device),
              kind_of(managed), kind_of(plain));
  CUDA_CHECK(cudaHostRegister(plain, 64, cudaHostRegisterDefault));
  CUDA_CHECK(cudaHostGetDevicePointer(&same, plain, 0));
  add_in_place<<<1, 32>>>(same, 16, 3);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("registered: %s, %d\n", kind_of(plain), plain[15]);
  CUDA_CHECK(cudaHostUnregister(plain));

  // One address space: the runtime finds the direction of a copy itself.
  CUDA_CHECK(cudaMemcpy(on_device, mapped, 64, cudaMemcpyDefault));
  CUDA_CHECK(cudaMemcpy(managed, on_device, 64, cudaMemcpyDefault));
  CUDA_CHECK(cudaMemcpy(plain, managed, 64, cudaMemcpyDefault));
  std::printf("copied around: %d\n", plain[3]);
  CUDA_CHECK(cudaFreeHost(mapped));
  CUDA_CHECK(cudaFree(on_device));
  CUDA_CHECK(cudaFree(managed));
}
