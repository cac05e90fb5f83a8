// SPDX-License-Identifier: MIT
// caught by: case "each warp makes five shuffles"
// Lane 0 adds 32 values one after the other, 31 lanes do nothing.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void add_groups(const int* in,  // count values
                           int* sums,      // (count + 31) / 32 sums
                           int count) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (threadIdx.x % 32 == 0 && i < count) {
    int sum = 0;
    for (int k = i; k < i + 32 && k < count; ++k) sum += in[k];
    sums[i / 32] = sum;
  }
  // task-end
}

void sum_groups(const int* in, int* sums, int count) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  add_groups<<<blocks, kThreads>>>(in, sums, count);
  CUDA_CHECK(cudaGetLastError());
}
