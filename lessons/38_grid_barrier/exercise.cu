// SPDX-License-Identifier: MIT
// Rounds of x -> p -> x in ONE launch. After each stage every thread of the
// grid must wait for all others, so there is a barrier for the whole grid.
#include <cuda/atomic>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 64;  // threads per block

__device__ unsigned arrived;  // counts blocks that have come to the barrier

void prepare_barrier();
__device__ void begin_barrier();
__device__ void grid_barrier();
template <typename Kernel>
int blocks_for(Kernel kernel, int n);

// task-begin
// TODO: four things are wrong between the marks: when the counter is set to 0,
// how the waiting thread reads it, what becomes of it when the barrier is used
// again, and how many blocks are launched.

/// Host, before each launch.
void prepare_barrier() {}

/// Device, at the start of the kernel.
__device__ void begin_barrier() {
  if (blockIdx.x == 0 && threadIdx.x == 0) arrived = 0;
}

/// Every thread of the grid comes here; none goes on before all have come.
__device__ void grid_barrier() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    // Adds 1; the last block sets the counter back to 0.
    const unsigned before = atomicInc(&arrived, gridDim.x - 1);
    if (before != gridDim.x - 1) {
      while (arrived != 0) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

/// Host: how many blocks to launch for n values.
template <typename Kernel>
int blocks_for(Kernel, int n) {
  return (n + kThreads - 1) / kThreads;
}
// task-end

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

__global__ void all_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  begin_barrier();
  for (int round = 0; round < rounds; ++round) {
    stage(x, p, n);
    grid_barrier();
    stage(p, x, n);
    grid_barrier();
  }
}

void exchange_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  if (n == 0) return;
  prepare_barrier();
  all_rounds<<<blocks_for(all_rounds, n), kThreads>>>(x, p, n, rounds);
  CUDA_CHECK(cudaGetLastError());
}
