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
  // TODO: about 9 lines.
  // 1. Declare kBins counts in shared memory and set them to 0.
  // 2. Count this block's values there: data[first], data[first + stride], ...
  // 3. Add each of the block's counts to the global one.
  // Who must wait for whom, and where?
  (void)data, (void)counts, (void)n, (void)first, (void)stride;  // remove
  // task-end
}

void count_values(const unsigned char* data, unsigned* counts, int n,
                  int blocks) {
  count_in_blocks<<<blocks, kThreads>>>(data, counts, n);
  CUDA_CHECK(cudaGetLastError());
}
