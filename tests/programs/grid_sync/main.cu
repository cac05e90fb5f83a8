// SPDX-License-Identifier: MIT
// A cooperative launch: blocks meet at this_grid().sync() in every round.
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;

__global__ void spread(int* values, int n, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  const int i = static_cast<int>(grid.thread_rank());
  for (int round = 0; round < rounds; ++round) {
    const int left = values[(i + n - 1) % n];
    const int right = values[(i + 1) % n];
    grid.sync();
    values[i] = (left + right) & 1023;
    grid.sync();
  }
}

int main() {
  int blocks = 8, n = blocks * 64, rounds = 5;
  std::vector<int> host(n), next(n), result(n);
  for (int i = 0; i < n; ++i) host[i] = i * i & 1023;
  int* device;
  CUDA_CHECK(cudaMalloc(&device, n * sizeof(int)));
  CUDA_CHECK(
      cudaMemcpy(device, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  void* arguments[] = {&device, &n, &rounds};
  CUDA_CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(spread),
                                         dim3(blocks), dim3(64), arguments, 0,
                                         nullptr));
  CUDA_CHECK(cudaMemcpy(result.data(), device, n * sizeof(int),
                        cudaMemcpyDeviceToHost));
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < n; ++i) {
      next[i] = (host[(i + n - 1) % n] + host[(i + 1) % n]) & 1023;
    }
    host.swap(next);
  }
  std::printf("equal: %d, values: %d %d %d\n", host == result, result[0],
              result[100], result[511]);

  const cudaError_t error = cudaLaunchCooperativeKernel(
      reinterpret_cast<void*>(spread), dim3(1 << 20), dim3(64), arguments, 0,
      nullptr);
  std::printf("too many blocks: %s\n", cudaGetErrorName(error));
  CUDA_CHECK(cudaFree(device));
}
