// SPDX-License-Identifier: MIT
// The host and a kernel tell each other something while the host calls nothing.
#include <cstdio>
#include <cstdlib>

#include "common/cuda_check.h"

constexpr size_t kBytes = 8192;

struct Link {
  Link* next;
  int* flag;
};

struct Large {
  char room[kBytes];
  int* flag;
};

__global__ void raise_far(const Link* link) {
  while (link->next) link = link->next;
  *const_cast<volatile int*>(link->flag) = 1;
}

__global__ void raise_large(const Large* large) {
  *const_cast<volatile int*>(large->flag) = 2;
}

template <class T>
T* to_device(const T& value) {
  T* copy = nullptr;
  CUDA_CHECK(cudaMalloc(&copy, sizeof value));
  CUDA_CHECK(cudaMemcpy(copy, &value, sizeof value, cudaMemcpyHostToDevice));
  return copy;
}

void see(const volatile int* flag, int value) {
  while (*flag != value) {
  }
  std::printf("the flag is %d\n", value);
}

/// The kernels find the flag at the end of a long chain of pointers, and behind
/// one in a large structure.
void watch_far(int* flag) {
  *flag = 0;
  Link* links[5] = {};
  for (int i = 0; i < 5; ++i) {
    Link* next = i == 0 ? nullptr : links[i - 1];
    links[i] = to_device(Link{next, i == 0 ? flag : nullptr});
  }
  Large* large = to_device(Large{{}, flag});
  CUDA_CHECK(cudaDeviceSynchronize());
  raise_far<<<1, 1>>>(links[4]);
  see(flag, 1);
  raise_large<<<1, 1>>>(large);
  see(flag, 2);
  CUDA_CHECK(cudaDeviceSynchronize());
  for (Link* link : links) CUDA_CHECK(cudaFree(link));
  CUDA_CHECK(cudaFree(large));
}

__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

/// The program ends while a kernel has only just been let go. The copy behind
/// it writes registered memory, as the one before it did.
void leave_a_copy(int* flag) {
  void* host = std::aligned_alloc(4096, kBytes);
  int* device = nullptr;
  CUDA_CHECK(cudaHostRegister(host, kBytes, cudaHostRegisterDefault));
  CUDA_CHECK(cudaMalloc(&device, kBytes));
  CUDA_CHECK(cudaMemset(device, 0, kBytes));
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

int main() {
  int* flag = nullptr;
  CUDA_CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
  watch_far(flag);
  leave_a_copy(flag);
}
