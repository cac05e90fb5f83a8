// SPDX-License-Identifier: MIT
// Adds up an array: each block makes one sum. First every thread adds the
// values that belong to it, in a register: in[i], in[i + grid], in[i + 2 grid]
// where `grid` is the number of threads of the grid. Then the block adds the
// sums of its threads in shared memory. The array itself is only read.
#include "common/cuda_check.h"
#include "lesson.h"

// task-begin
// TODO: write the kernel (about 15 lines) and give its launch the bytes of
// shared memory that one block needs.
__global__ void add_up(const float* in,  // n values
                       float* sums,      // one for each block
                       int n) {}

void reduce(const float* in, float* sums, int n, int blocks, int threads) {
  add_up<<<blocks, threads>>>(in, sums, n);
  CUDA_CHECK(cudaGetLastError());
}
// task-end
