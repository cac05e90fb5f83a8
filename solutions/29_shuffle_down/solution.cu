// SPDX-License-Identifier: MIT
// Adds groups of 32 neighbours: sums[w] = in[32 w] + ... + in[32 w + 31].
// Warp w of the grid works on group w, each lane on one value. Blocks have 256
// threads, so every warp starts with 32 lanes; the last warps may have fewer
// values than lanes, or none at all.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps per block

__global__ void add_groups(const int* in,  // count values
                           int* sums,      // (count + 31) / 32 sums
                           int count) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  // No early return: the mask below names 32 lanes, so 32 lanes must come.
  int sum = i < count ? in[i] : 0;
  // Half as many lanes matter after each step: 32, 16, 8, 4, 2, 1. The mask
  // has one bit per lane; warpSize - 1 is 31, the lanes 0 to 4 only.
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  // Only lane 0 has added every value once: the others ran past lane 31.
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
  // task-end
}

void sum_groups(const int* in, int* sums, int count) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  add_groups<<<blocks, kThreads>>>(in, sums, count);
  CUDA_CHECK(cudaGetLastError());
}
