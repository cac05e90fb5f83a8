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
  // TODO: `rounds` times both stages, each followed by a wait for the grid.
}

cudaError_t exchange_rounds(unsigned*, unsigned*, int, int) {
  // TODO: a cooperative launch of as many blocks as have work and fit at once.
  // Name the parameters. n may be 0: then there is nothing to launch.
  return cudaErrorNotYetImplemented;
}
// task-end
