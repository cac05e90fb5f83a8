// SPDX-License-Identifier: MIT
// Rounds of x -> p -> x in one launch: the runtime promises that all blocks are
// resident, and grid.sync() lets them wait for each other.
#include <cooperative_groups.h>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 64;  // threads per block

/// One stage: to[j] = from[j] + from[0] + from[16] + from[32] + ..., for any
/// number of blocks.
__device__ void stage(const unsigned* from, unsigned* to, int n) {
  const int step = gridDim.x * kThreads;
  for (int j = blockIdx.x * kThreads + threadIdx.x; j < n; j += step) {
    unsigned sum = from[j];
    for (int i = 0; i < n; i += 16) sum += from[i];
    to[j] = sum;
  }
}

// task-begin
__global__ void all_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < rounds; ++round) {
    stage(x, p, n);
    grid.sync();  // p is complete
    stage(p, x, n);
    grid.sync();  // x is complete, and nobody needs the old p any more
  }
}

// Every block of a cooperative grid must be resident, so the grid may not be
// larger than what fits on this device, with this kernel and this block.
int blocks_for(int n) {
  int device = 0, multiprocessors = 0, resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &resident, all_rounds, kThreads, 0));
  const int needed = (n + kThreads - 1) / kThreads;
  const int most = multiprocessors * resident;
  return needed < most ? needed : most;
}

cudaError_t exchange_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  if (n == 0) return cudaSuccess;
  void* arguments[] = {&x, &p, &n, &rounds};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(all_rounds),
                                     blocks_for(n), kThreads, arguments, 0, 0);
}
// task-end
