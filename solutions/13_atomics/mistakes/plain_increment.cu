// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// caught by: case "counts 5 values"
// ++ is a load, an addition and a store: threads overwrite each other's counts.
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
  for (int i = first; i < n; i += stride) ++local[data[i]];
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
