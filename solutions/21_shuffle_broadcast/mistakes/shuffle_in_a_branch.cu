// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Only lanes with a value shuffle. Their leader may be a lane without one.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void subtract(const int* in,  // count values
                         int* out,       // count differences
                         int count, int width, int leader) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < count) {
    const int value = in[i];
    const int leaders = __shfl_sync(0xffffffff, value, leader, width);
    out[i] = value - leaders;
  }
  // task-end
}

void subtract_leader(const int* in, int* out, int count, int width,
                     int leader) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  subtract<<<blocks, kThreads>>>(in, out, count, width, leader);
  CUDA_CHECK(cudaGetLastError());
}
