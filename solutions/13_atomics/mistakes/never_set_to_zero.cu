// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// Shared memory begins with whatever was there.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kBlocks = 8, kThreads = 256;

__global__ void count_in_blocks(const unsigned char* data,  // n values
                                unsigned* counts,           // kBins counts
                                int n) {
  const int first = blockIdx.x * kThreads + threadIdx.x;
  const int stride = kBlocks * kThreads;  // for a grid-stride loop
  // task-begin
  __shared__ unsigned local[kBins];

  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
  // task-end
}

void count_values(const unsigned char* data, unsigned* counts, int n) {
  count_in_blocks<<<kBlocks, kThreads>>>(data, counts, n);
  CUDA_CHECK(cudaGetLastError());
}
