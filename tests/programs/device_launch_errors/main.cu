// SPDX-License-Identifier: MIT
// Launches by kernels that are refused: too many at once, and streams that
// kernels do not have. What an H200 says of each.
#include <cstdio>

#include "common/cuda_check.h"

__global__ void count(int* n) { atomicAdd(n, 1); }

/// Tail launches wait until their kernel has ended.
__global__ void launch_tails(int* n, int wanted) {
  int failed = 0, first = -1, error = 0;
  for (int i = 0; i < wanted; ++i) {
    count<<<1, 1, 0, cudaStreamTailLaunch>>>(n);
    const int now = cudaGetLastError();
    if (now == 0) continue;
    if (failed++ == 0) {
      first = i;
      error = now;
    }
  }
  printf("%d of %d tails failed, the first was %d with %d\n", failed, wanted,
         first, error);
}

/// A kernel ends after those that it launched.
__global__ void nest(int* n, int depth) {
  atomicAdd(n, 1);
  nest<<<1, 1>>>(n, depth + 1);
  const int error = cudaGetLastError();
  if (error != 0) printf("no launch at depth %d: %d\n", depth, error);
}

__global__ void launch_into(int* n, cudaStream_t stream) {
  count<<<1, 1, 0, stream>>>(n);
  printf("launch: %d\n", cudaGetLastError());
}

int take(int* n) {
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, n, sizeof value, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemset(n, 0, sizeof *n));
  return value;
}

void into(int* n, const char* name, cudaStream_t stream) {
  std::printf("%s\n", name);
  launch_into<<<1, 1>>>(n, stream);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("ran: %d\n", take(n));
}

int main() {
  int* n = nullptr;
  CUDA_CHECK(cudaMalloc(&n, sizeof *n));
  CUDA_CHECK(cudaMemset(n, 0, sizeof *n));
  launch_tails<<<1, 1>>>(n, 2100);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("ran: %d\n", take(n));
  CUDA_CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100));
  launch_tails<<<1, 1>>>(n, 300);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("ran: %d\n", take(n));
  nest<<<1, 1>>>(n, 0);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("ran: %d\n", take(n));
  into(n, "the legacy stream", cudaStreamLegacy);
  into(n, "the per-thread stream", cudaStreamPerThread);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  into(n, "a stream of the host", stream);
  into(n, "no stream", reinterpret_cast<cudaStream_t>(77));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaFree(n));
}
