// SPDX-License-Identifier: MIT
// Takes the leader's value away from each value of a group. Groups have
// `width` lanes: 1, 2, 4, 8, 16 or 32, so a warp holds whole groups. Each lane
// works on one value. Blocks have 256 threads, so every warp starts with 32
// lanes; the last warps may have fewer values than lanes, or none at all.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps per block

__global__ void subtract(const int* in,  // count values
                         int* out,       // count differences
                         int count, int width, int leader) {
  // task-begin
  // TODO: load one value a lane, get the leader's value with one __shfl_sync,
  // store the difference at out[i]. A lane without a value takes part with 0.
  // About 4 lines.
  // task-end
}

void subtract_leader(const int* in, int* out, int count, int width,
                     int leader) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  subtract<<<blocks, kThreads>>>(in, out, count, width, leader);
  CUDA_CHECK(cudaGetLastError());
}
