// SPDX-License-Identifier: MIT
// caught by: case "each warp makes one shuffle"
// The value goes from lane to lane in five steps, as a sum does. One is enough.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void subtract(const int* in,  // count values
                         int* out,       // count differences
                         int count, int width, int leader) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  int leaders = threadIdx.x % width == leader % width ? value : 0;
  for (int step = width / 2; step > 0; step /= 2) {
    leaders |= __shfl_xor_sync(0xffffffff, leaders, step);
  }
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
