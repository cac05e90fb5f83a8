// SPDX-License-Identifier: MIT
// Rounds of x -> p -> x over many blocks. Each value of p needs ALL values of
// x, and these were made by threads of other blocks.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 64;  // threads per block; as many blocks as x needs

/// One stage: to[j] = from[j] + (sum of all from), one thread for each j.
__global__ void stage(const unsigned* from, unsigned* to, int n) {
  const int j = blockIdx.x * kThreads + threadIdx.x;
  if (j >= n) return;
  unsigned sum = from[j];
  for (int i = 0; i < n; ++i) sum += from[i];
  to[j] = sum;
}

int blocks_for(int n) { return (n + kThreads - 1) / kThreads; }

// task-begin
void launch_rounds(unsigned*, unsigned*, int, int, cudaStream_t) {
  // TODO: launch stage() as often as `rounds` rounds need it, in `stream`.
  // Name the parameters that you use. n may be 0: a grid of 0 blocks is an
  // error.
}

cudaGraphExec_t record_rounds(unsigned*, unsigned*, int, int, cudaStream_t) {
  // TODO: let `stream` capture what launch_rounds() does, and make an
  // executable graph of it.
  return nullptr;
}
// task-end
