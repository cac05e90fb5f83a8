// SPDX-License-Identifier: MIT
// caught by: case "adds to the counts that are there"
// An atomic store is not an atomic addition: the last block wins.
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
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicExch(&counts[v], local[v]);
  }
  // task-end
}

void count_values(const unsigned char* data, unsigned* counts, int n) {
  count_in_blocks<<<kBlocks, kThreads>>>(data, counts, n);
  CUDA_CHECK(cudaGetLastError());
}
