// SPDX-License-Identifier: MIT
// caught by: case "each warp makes one shuffle"
// caught by: case "values pass through registers only"
// No shuffle: every lane loads its leader's value from memory.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

__global__ void subtract(const int* in,  // count values
                         int* out,       // count differences
                         int count, int width, int leader) {
  // task-begin
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int from = i / width * width + leader % width;
  if (i < count) out[i] = in[i] - (from < count ? in[from] : 0);
  // task-end
}

void subtract_leader(const int* in, int* out, int count, int width,
                     int leader) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  subtract<<<blocks, kThreads>>>(in, out, count, width, leader);
  CUDA_CHECK(cudaGetLastError());
}
