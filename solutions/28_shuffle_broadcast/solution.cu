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
  const int i = blockIdx.x * kThreads + threadIdx.x;
  // No early return: a lane without a value may be the leader of others.
  const int value = i < count ? in[i] : 0;
  // Outside of any branch, so that all 32 lanes of the mask come. The last
  // argument makes groups; the number before it counts within the group and
  // wraps by itself.
  const int leaders = __shfl_sync(0xffffffff, value, leader, width);
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
