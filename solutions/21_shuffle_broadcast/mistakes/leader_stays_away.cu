// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// The leader knows its own value, so it does not call: and nobody can read it.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void subtract(const int* in,  // count values
                         int* out,       // count differences
                         int count, int width, int leader) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  int leaders = value;
  if (threadIdx.x % width != leader % width) {
    leaders = __shfl_sync(0xffffffff, value, leader, width);
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
