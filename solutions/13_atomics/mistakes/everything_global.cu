// SPDX-License-Identifier: MIT
// caught by: case "a block updates each global count once"
// Right, but every value is an atomic on global memory, shared by all blocks.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kBlocks = 8, kThreads = 256;

__global__ void count_in_blocks(const unsigned char* data,  // n values
                                unsigned* counts,           // kBins counts
                                int n) {
  const int first = blockIdx.x * kThreads + threadIdx.x;
  const int stride = kBlocks * kThreads;  // for a grid-stride loop
  // task-begin
  for (int i = first; i < n; i += stride) atomicAdd(&counts[data[i]], 1);
  // task-end
}

void count_values(const unsigned char* data, unsigned* counts, int n) {
  count_in_blocks<<<kBlocks, kThreads>>>(data, counts, n);
  CUDA_CHECK(cudaGetLastError());
}
