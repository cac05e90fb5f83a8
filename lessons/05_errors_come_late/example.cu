// SPDX-License-Identifier: MIT
// Three launches: one that works, one that cannot start, and one in which a
// thread stores through a null pointer. After each of them two calls are asked
// how it went.
#include <cuda_runtime.h>

#include <cstdio>

#include "common/cuda_check.h"

constexpr int kBlocks = 4, kThreads = 8;

/// Stores each thread's number; thread 19 stores to `extra` as well.
__global__ void number(int* places, int* extra) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  places[i] = i;
  if (i == 19) *extra = i;
}

void show(const char* call, cudaError_t error) {
  std::printf("   %-24s%s\n", call, cudaGetErrorName(error));
}

void launch(const char* what, int threads, int* places, int* extra) {
  std::printf("%s\n", what);
  number<<<kBlocks, threads>>>(places, extra);
  show("cudaGetLastError", cudaGetLastError());
  show("cudaDeviceSynchronize", cudaDeviceSynchronize());
}

int main() {
  int *places = nullptr, *extra = nullptr, *more = nullptr;
  CUDA_CHECK(cudaMalloc(&places, kBlocks * kThreads * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&extra, sizeof(int)));
  launch("1. 4 blocks of 8 threads", kThreads, places, extra);
  launch("2. 4 blocks of 2000 threads", 2000, places, extra);
  launch("3. thread 19 stores through a null pointer", kThreads, places,
         nullptr);
  std::printf("4. other calls, afterwards\n");
  show("cudaMalloc", cudaMalloc(&more, 4));
  show("cudaFree", cudaFree(places));
  show("cudaFree", cudaFree(extra));
}
