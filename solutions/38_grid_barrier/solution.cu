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
/// Host, before each launch: nobody has come yet.
void prepare_barrier() {
  const unsigned zero = 0;
  CUDA_CHECK(cudaMemcpyToSymbol(arrived, &zero, sizeof zero));
}

/// Device, at the start of the kernel: too late to set anything that other
/// blocks may already use.
__device__ void begin_barrier() {}

/// Every thread of the grid comes here; none goes on before all have come.
__device__ void grid_barrier() {
  __syncthreads();  // the block is complete: thread 0 may arrive for it
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(arrived);
    // Release: what the block stored is seen before its arrival. Acquire: what
    // the others stored is seen after theirs.
    const unsigned ticket = counter.fetch_add(1, cuda::memory_order_acq_rel);
    // The counter only grows, so a block that looks late still sees that its
    // round is complete. Setting it back to 0 would hide that from it.
    const unsigned complete = (ticket / gridDim.x + 1) * gridDim.x;
    if (ticket + 1 < complete) {  // the last block need not look
      while (counter.load(cuda::memory_order_acquire) < complete) {
      }
    }
  }
  __syncthreads();  // the others of the block wait for thread 0
}

/// Host: how many blocks to launch for n values. A block that waits keeps its
/// place on the multiprocessor, so all of them must fit at once.
template <typename Kernel>
int blocks_for(Kernel kernel, int n) {
  int device = 0, multiprocessors = 0, resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel,
                                                           kThreads, 0));
  const int needed = (n + kThreads - 1) / kThreads;
  const int most = multiprocessors * resident;
  return needed < most ? needed : most;
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
