// SPDX-License-Identifier: MIT
// caught by: case "of equal values the first wins in every lane"
// Of two equal values each lane keeps its own: the lanes do not agree.
#include <climits>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

struct Candidate {
  int value, place;
};

// task-begin
/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

/// The greatest of the warp's 32 candidates, in every lane. Of equal values
/// the one with the lowest place.
__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    const int value = __shfl_xor_sync(0xffffffff, best.value, bit);
    const int place = __shfl_xor_sync(0xffffffff, best.place, bit);
    if (value > best.value) {
      best = {value, place};
    }
  }
  return best;
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
