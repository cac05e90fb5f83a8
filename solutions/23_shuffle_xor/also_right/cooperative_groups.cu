// SPDX-License-Identifier: MIT
// Right as well: cg::reduce returns the result to every lane. Value and place
// in 64 bits, so that the comparison of one number decides both: two shuffles a
// step.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <climits>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kThreads = 256;  // 8 warps a block

struct Candidate {
  int value, place;
};

// task-begin
namespace cg = cooperative_groups;

__device__ int warp_sum(int value) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  return cg::reduce(warp, value, cg::plus<int>());
}

__device__ Candidate warp_greatest(Candidate best) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const long long key =
      (static_cast<long long>(best.value) << 32) + (INT_MAX - best.place);
  const long long all = cg::reduce(warp, key, cg::greater<long long>());
  return {static_cast<int>(all >> 32),
          INT_MAX - static_cast<int>(all & INT_MAX)};
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
