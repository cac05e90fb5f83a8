// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// A mask has one bit a lane. warpSize - 1 is 31: it names lanes 0 to 4, and
// lanes 5 to 31 call a shuffle that they are not part of.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void subtract(const int* in,  // count values
                         int* out,       // count differences
                         int count, int width, int leader) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  const int leaders = __shfl_sync(warpSize - 1, value, leader, width);
  if (i < count) out[i] = value - leaders;
  // task-end
}

void subtract_leader(const int* in, int* out, int count, int width,
                     int leader) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  subtract<<<blocks, kThreads>>>(in, out, count, width, leader);
  CUDA_CHECK(cudaGetLastError());
}
