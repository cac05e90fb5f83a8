// SPDX-License-Identifier: MIT
// Adds an array in one launch: each block adds a part, and the block that
// finishes last adds up the partial sums.
#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 128;

/// The sum of the block's values, right in all its threads.
__device__ int block_sum(int value) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, value);
  __syncthreads();
  return sum;
}

// task-begin
__global__ void sum_kernel(const int* in, int* partials, unsigned* finished,
                           int* total, int count) {
  int value = 0;
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < count;
       i += gridDim.x * kThreads) {
    value += in[i];
  }
  const int partial = block_sum(value);

  __shared__ bool last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = partial;
    // Whoever sees this block counted must see its partial sum, too. The
    // reader is another block: __threadfence_block() does not reach it.
    __threadfence();
    // Wraps to 0 with the last block, so the next launch can count again.
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    // The reader's side of the promise: no partial is loaded before the count.
    if (last) __threadfence();
  }
  __syncthreads();  // all threads learn it; no one reads a partial before
  if (!last) return;

  value = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) value += partials[i];
  const int all = block_sum(value);
  if (threadIdx.x == 0) *total = all;
}
// task-end

void sum(const int* in, int* partials, unsigned* finished, int* total,
         int count) {
  const int full = (count + kThreads - 1) / kThreads;
  const int blocks = std::max(1, std::min(full, kMostBlocks));
  sum_kernel<<<blocks, kThreads>>>(in, partials, finished, total, count);
  CUDA_CHECK(cudaGetLastError());
}
