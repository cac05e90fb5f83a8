// SPDX-License-Identifier: MIT
// caught by: case "each warp makes five shuffles"
// Lane 0 fetches the other values one by one: 31 shuffles for 5.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void add_groups(const int* in,  // count values
                           int* sums,      // (count + 31) / 32 sums
                           int count) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  const int own = sum;
  for (int offset = 1; offset < 32; ++offset) {
    sum += __shfl_down_sync(0xffffffff, own, offset);
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
