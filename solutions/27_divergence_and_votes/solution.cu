// SPDX-License-Identifier: MIT
// Sends odd values the long way and even values the short one. Each warp works
// on a stretch of 256 neighbours: it loads them into shared memory, replaces
// each by its result, and stores them.
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
  // Odd values get the places 0, 1, 2, ... of `order`, even ones 255, 254, ...
  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const unsigned lower_lanes = (1u << lane) - 1;
  int odd = 0;  // odd values found so far; every lane counts the same
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    // All 32 lanes vote, before anything depends on the answer. A mask from
    // __activemask() would name only the lanes that happen to be here.
    const unsigned votes = __ballot_sync(0xffffffff, mine);
    const int before = odd + __popc(votes & lower_lanes);  // odd, before k
    order[mine ? before : kStretch - 1 - (k - before)] = k;
    odd += __popc(votes);
  }
  __syncwarp();  // the next lines read what other lanes wrote

  // Now 32 neighbours in `order` are all odd or all even, but for one group.
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
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
