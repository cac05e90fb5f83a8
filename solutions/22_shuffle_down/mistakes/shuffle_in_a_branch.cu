// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Only the lanes that gain something shuffle. The lanes that they read from
// stand outside of the branch and take no part.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void add_groups(const int* in,  // count values
                           int* sums,      // (count + 31) / 32 sums
                           int count) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    if (threadIdx.x % 32 < offset) {
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
  // task-end
}

void sum_groups(const int* in, int* sums, int count) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  add_groups<<<blocks, kThreads>>>(in, sums, count);
  CUDA_CHECK(cudaGetLastError());
}
