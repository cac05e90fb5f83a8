// SPDX-License-Identifier: MIT
// Every value learns the sum of its group of 32 neighbours, and where the
// group's greatest value is. Warp w of the grid works on group w, each lane on
// one value. Blocks have 256 threads, so every warp starts with 32 lanes; the
// last warps may have fewer values than lanes, or none at all.
#include <climits>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps per block

struct Candidate {
  int value, place;
};

// task-begin
/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  // After each step 2, 4, ... 32 lanes agree. No lane reads outside the warp,
  // as `down` does: so none holds a sum that is wrong.
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

/// The greatest of the warp's 32 candidates, in every lane. Of equal values
/// the one with the lowest place.
__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    // Both shuffles before the comparison: in a branch, lanes would be missing.
    const int value = __shfl_xor_sync(0xffffffff, best.value, bit);
    const int place = __shfl_xor_sync(0xffffffff, best.place, bit);
    // Two partners ask each other. Without the second line they would keep
    // different places of equal values, each its own.
    if (value > best.value || (value == best.value && place < best.place)) {
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
  // A lane without a value has the least value, at a place after all others.
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
