// SPDX-License-Identifier: MIT
// caught by: case "each warp makes one shuffle"
// caught by: case "values pass through registers only"
// Right, by way of shared memory and a wait that a shuffle does not need.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void subtract(const int* in,  // count values
                         int* out,       // count differences
                         int count, int width, int leader) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  __shared__ int leaders[kThreads];
  const int value = i < count ? in[i] : 0;
  const int group = threadIdx.x / width;
  if (threadIdx.x % width == leader % width) leaders[group] = value;
  __syncwarp();
  if (i < count) out[i] = value - leaders[group];
  // task-end
}

void subtract_leader(const int* in, int* out, int count, int width,
                     int leader) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  subtract<<<blocks, kThreads>>>(in, out, count, width, leader);
  CUDA_CHECK(cudaGetLastError());
}
