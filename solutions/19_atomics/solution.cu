// SPDX-License-Identifier: MIT
// A histogram: counts[v] grows by the number of bytes with value v. Each block
// walks over its part of the data and counts in its own shared memory. At the
// end it adds its counts to the global ones.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;

__global__ void count_in_blocks(const unsigned char* data,  // n values
                                unsigned* counts,           // kBins counts
                                int n) {
  const int first = blockIdx.x * kThreads + threadIdx.x;
  const int stride = gridDim.x * kThreads;  // for a grid-stride loop
  // task-begin
  __shared__ unsigned local[kBins];
  for (int v = threadIdx.x; v < kBins; v += kThreads) local[v] = 0;
  __syncthreads();  // nobody counts before all counts are 0
  // Many threads meet the same value: ++local[v] is a load, an addition and a
  // store, and another thread's store may fall between them.
  for (int i = first; i < n; i += stride) atomicAdd(&local[data[i]], 1);
  __syncthreads();  // nobody merges before all have counted
  // Other blocks add to the same global words, perhaps at the same time.
  for (int v = threadIdx.x; v < kBins; v += kThreads) {
    atomicAdd(&counts[v], local[v]);
  }
  // task-end
}

void count_values(const unsigned char* data, unsigned* counts, int n,
                  int blocks) {
  count_in_blocks<<<blocks, kThreads>>>(data, counts, n);
  CUDA_CHECK(cudaGetLastError());
}
