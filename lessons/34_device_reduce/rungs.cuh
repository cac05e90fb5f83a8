// SPDX-License-Identifier: MIT
// The operators, the block of lesson 33, and the earlier rungs of the ladder,
// finished. Rung 1: a value per load, an atomic per warp; only sums. Rung 2: a
// value per load, a partial result per block, and a second launch over those;
// any operator. Rung 3 is the exercise.
#pragma once

#include <climits>

#include "lesson.h"

/// An operator knows the value that changes nothing: its identity. All are
/// associative and commutative.
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

/// The result of the warp's 32 lanes, right in each of them.
template <typename Op>
__device__ int warp_reduce(Op op, int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value = op(value, __shfl_xor_sync(0xffffffff, value, bit));
  }
  return value;
}

/// The result of all threads of the block, right in each of them. All threads
/// call it, and may call it again at once. The block has full warps only.
template <typename Op>
__device__ int block_reduce(Op op, int value) {
  __shared__ int slots[32], result;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_reduce(op, value);
  if (lane == 0) slots[warp] = value;
  __syncthreads();  // every warp has stored
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? slots[lane] : Op::kIdentity;
    value = warp_reduce(op, value);
    if (lane == 0) result = value;
  }
  __syncthreads();  // the result is there, and the slots are read
  return result;
}

namespace rungs {

/// Rung 1. Each warp adds its sum to *out, which the caller sets to 0.
__global__ void add_warps(const int* in, long long first, long long last,
                          int* out) {
  const long long threads = 1ll * gridDim.x * blockDim.x;
  int sum = 0;
  for (long long i = first + blockIdx.x * blockDim.x + threadIdx.x; i < last;
       i += threads) {
    sum += in[i];
  }
  sum = warp_reduce(Sum(), sum);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

/// Rung 2. out[block] = the result of what the block's threads load.
template <typename Op>
__global__ void reduce_blocks(const int* in, long long first, long long last,
                              int* out) {
  const Op op;
  const long long threads = 1ll * gridDim.x * blockDim.x;
  int result = Op::kIdentity;
  for (long long i = first + blockIdx.x * blockDim.x + threadIdx.x; i < last;
       i += threads) {
    result = op(result, in[i]);
  }
  result = block_reduce(op, result);
  if (threadIdx.x == 0) out[blockIdx.x] = result;
}

}  // namespace rungs
