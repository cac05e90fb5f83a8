// SPDX-License-Identifier: MIT
// A kernel finds memory of the host at the end of a long chain of pointers, and
// behind one in a large structure. The host waits for its stores and calls
// nothing meanwhile.
#include <cstdio>

#include "common/cuda_check.h"

struct Link {
  Link* next;
  int* flag;
};

struct Large {
  char room[8192];
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

void wait_for(const volatile int* flag, int value) {
  while (*flag != value) {
  }
  std::printf("the flag is %d\n", value);
}

int main() {
  int* flag = nullptr;
  CUDA_CHECK(cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped));
  *flag = 0;
  Link* links[5] = {};
  for (int i = 0; i < 5; ++i) {
    links[i] = to_device(Link{i == 0 ? nullptr : links[i - 1], flag});
    if (i == 0) continue;
    CUDA_CHECK(cudaMemset(&links[i]->flag, 0, sizeof flag));
  }
  Large* large = to_device(Large{{}, flag});
  CUDA_CHECK(cudaDeviceSynchronize());

  raise_far<<<1, 1>>>(links[4]);
  wait_for(flag, 1);
  raise_large<<<1, 1>>>(large);
  wait_for(flag, 2);

  CUDA_CHECK(cudaDeviceSynchronize());
  for (Link* link : links) CUDA_CHECK(cudaFree(link));
  CUDA_CHECK(cudaFree(large));
  CUDA_CHECK(cudaFreeHost(flag));
}
