// SPDX-License-Identifier: MIT
// Rung 3: reduces a part of an array, however long, with any operator.
// rungs.cuh holds the operators, block_reduce, and what came before.
#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

/// How many blocks of `threads` threads the device holds at once.
template <typename Kernel>
int resident_blocks(Kernel kernel, int threads) {
  int device = 0, processors = 0, blocks = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                           threads, 0));
  return processors * blocks;
}

// task-begin
// TODO: the kernel and its launch, about 40 lines. Loads of 16 bytes, several
// in flight per thread; one partial result per block; then the last block to
// finish, or a second launch, reduces those.

template <typename Op>
__global__ void reduce_kernel(const int* in, long long first, long long last,
                              int* out, int* partials, unsigned* finished) {}

template <typename Op>
void reduce_with(const int* in, long long first, long long last, int* out,
                 int* partials, unsigned* finished) {
  reduce_kernel<Op><<<1, 32>>>(in, first, last, out, partials, finished);
  CUDA_CHECK(cudaGetLastError());
}
// task-end

void reduce(const int* in, long long first, long long last, int* out,
            int* partials, unsigned* finished, Operator op) {
  const auto with = op == Operator::kSum   ? reduce_with<Sum>
                    : op == Operator::kMin ? reduce_with<Min>
                                           : reduce_with<Max>;
  with(in, first, last, out, partials, finished);
}
