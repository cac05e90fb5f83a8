// SPDX-License-Identifier: MIT
// Adds up an array, one sum for each block, with a kernel for each block size:
// the number of threads is a template argument.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

bool reduce_before(const float* in, float* sums, int n, int blocks,
                   int threads) {
  return rungs::reduce(in, sums, n, blocks, threads);
}

// task-begin
// TODO: write the next rung and launch it here, instead of the rung before: a
// template for the block size, static shared memory, no barrier of the block
// inside the last warp. 25 to 60 lines.
bool reduce(const float* in, float* sums, int n, int blocks, int threads) {
  return rungs::reduce(in, sums, n, blocks, threads);
}
// task-end
