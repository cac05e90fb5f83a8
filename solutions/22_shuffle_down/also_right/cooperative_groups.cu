// SPDX-License-Identifier: MIT
// Right as well: cooperative groups choose the instructions. For the PTX that
// the emulator runs (compute_75) they are five shuffles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void add_groups(const int* in,  // count values
                           int* sums,      // (count + 31) / 32 sums
                           int count) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  const auto warp = cooperative_groups::tiled_partition<32>(
      cooperative_groups::this_thread_block());
  sum = cooperative_groups::reduce(warp, sum, cooperative_groups::plus<int>());
  if (warp.thread_rank() == 0 && i < count) sums[i / 32] = sum;
  // task-end
}

void sum_groups(const int* in, int* sums, int count) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  add_groups<<<blocks, kThreads>>>(in, sums, count);
  CUDA_CHECK(cudaGetLastError());
}
