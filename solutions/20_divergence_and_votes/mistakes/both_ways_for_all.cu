// SPDX-License-Identifier: MIT
// caught by: case "no warp takes the long way more often than needed"
// No branch, and nothing gained: every lane goes the long way, then most
// results are thrown away.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kWarps = 4;  // a block; each has a stretch of its own

__device__ bool is_odd(unsigned value) { return value % 2 == 1; }

__device__ unsigned short_way(unsigned x) { return x / 2; }

__device__ unsigned long_way(unsigned x) {
#pragma unroll 1  // stays a loop, so that a report names its line
  for (int round = 0; round < kRounds; ++round) x = __brev(x) + round;
  return x;
}

__global__ void two_ways_kernel(const unsigned* in,  // count values
                                unsigned* out,       // count results
                                int count) {
  __shared__ unsigned stretches[kWarps][kStretch];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned* values = stretches[warp];
  const int first = (blockIdx.x * kWarps + warp) * kStretch;

  for (int k = lane; k < kStretch; k += 32) {
    values[k] = first + k < count ? in[first + k] : 0;
  }
  __syncwarp();

  // task-begin

  for (int k = lane; k < kStretch; k += 32) {
    const unsigned far = long_way(values[k]);
    values[k] = is_odd(values[k]) ? far : short_way(values[k]);
  }
  // task-end
  __syncwarp();

  for (int k = lane; k < kStretch; k += 32) {
    if (first + k < count) out[first + k] = values[k];
  }
}

void two_ways(const unsigned* in, unsigned* out, int count) {
  if (count == 0) return;
  const int block = kWarps * kStretch;
  const int blocks = (count + block - 1) / block;
  two_ways_kernel<<<blocks, 32 * kWarps>>>(in, out, count);
  CUDA_CHECK(cudaGetLastError());
}
