// SPDX-License-Identifier: MIT
// Right as well: five shuffles for the greatest value, then a vote on who has
// it.
// __ffs finds the lowest bit that is 1, counted from 1.
#include <climits>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

struct Candidate {
  int value, place;
};

// task-begin
__device__ int warp_sum(int value) {
  for (int bit = 1; bit < 32; bit *= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  int greatest = best.value;
  for (int bit = 1; bit < 32; bit *= 2) {
    greatest = max(greatest, __shfl_xor_sync(0xffffffff, greatest, bit));
  }
  const unsigned have = __ballot_sync(0xffffffff, best.value == greatest);
  const int first = best.place / 32 * 32;  // lane 0's
  return {greatest, first + __ffs(have) - 1};
}
// task-end

__global__ void sum_kernel(const int* in, int* sums, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int sum = warp_sum(i < count ? in[i] : 0);
  if (i < count) sums[i] = sum;
}

__global__ void greatest_kernel(const int* in, int* places, int count) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  // A lane without a value has the least value, at a place behind all others.
  const Candidate best = warp_greatest({i < count ? in[i] : INT_MIN, i});
  if (i < count) places[i] = best.place;
}

void sum_everywhere(const int* in, int* sums, int count) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  sum_kernel<<<blocks, kThreads>>>(in, sums, count);
  CUDA_CHECK(cudaGetLastError());
}

void find_greatest(const int* in, int* places, int count) {
  if (count == 0) return;
  const int blocks = (count + kThreads - 1) / kThreads;
  greatest_kernel<<<blocks, kThreads>>>(in, places, count);
  CUDA_CHECK(cudaGetLastError());
}
