// SPDX-License-Identifier: MIT
// The earlier rungs of the ladder, finished, and the operators. Rung 1: a warp
// adds up by shuffles. Rung 2: a block, then a second launch over the partial
// results; one int a load, blocks of full warps, only sums, once a kernel.
// Rung 3 is the exercise.
#pragma once

#include <climits>

#include "lesson.h"

/// An operator knows the value that changes nothing: its identity.
struct Sum {
  static constexpr int kIdentity = 0;
  __device__ int operator()(int a, int b) const { return a + b; }
};
struct Min {
  static constexpr int kIdentity = INT_MAX;
  __device__ int operator()(int a, int b) const { return a < b ? a : b; }
};
struct Max {
  static constexpr int kIdentity = INT_MIN;
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

namespace rungs {

/// Rung 1. The sum of the warp's 32 values, right in lane 0.
__device__ inline int warp_sum(int value) {
  for (int step = 16; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step);
  }
  return value;
}

/// Each warp adds its sum to *out, which the caller sets to 0.
__global__ void add_warps(const int* in, int* out, int count) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    sum += in[i];
  }
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

/// Rung 2. The sum of the block's values, right in thread 0. The block has
/// full warps only, and no second call may follow: `sums` may be in use.
__device__ inline int block_sum(int value) {
  __shared__ int sums[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_sum(value);
  if (lane == 0) sums[warp] = value;
  __syncthreads();
  if (warp > 0) return value;
  return warp_sum(lane < blockDim.x / 32 ? sums[lane] : 0);
}

/// out[block] = the sum of what the block's threads add up.
__global__ void add_blocks(const int* in, int* out, int count) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    sum += in[i];
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

}  // namespace rungs
