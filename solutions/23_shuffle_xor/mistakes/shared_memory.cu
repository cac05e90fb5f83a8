// SPDX-License-Identifier: MIT
// caught by: case "a sum takes five shuffles a warp"
// caught by: case "a greatest value takes at most ten"
// Right, by way of shared memory: every lane reads all 32 values.
#include <climits>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

struct Candidate {
  int value, place;
};

// task-begin
__device__ int warp_sum(int value) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = value;
  __syncwarp();
  const int* warps = values + threadIdx.x / 32 * 32;
  int sum = 0;
  for (int lane = 0; lane < 32; ++lane) sum += warps[lane];
  return sum;
}

__device__ Candidate warp_greatest(Candidate best) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = best.value;
  __syncwarp();
  const int* warps = values + threadIdx.x / 32 * 32;
  const int first = best.place / 32 * 32;
  best = {warps[0], first};
  for (int lane = 1; lane < 32; ++lane) {
    if (warps[lane] > best.value) best = {warps[lane], first + lane};
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
