// SPDX-License-Identifier: MIT
// Rung 3: reduces an array with any operator in two launches of one kernel, and
// finds the range of each block. rungs.cuh holds the operators and what came
// before.
#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

constexpr int kThreads = 512;            // a block of reduce_kernel
constexpr int kTile = kThreads * 4 * 4;  // values: 4 vectors of 4 each

// task-begin
// TODO: take rung 2 one rung up. block_reduce: any operator, any number of
// threads, one barrier. ranges_kernel: two calls in a row. reduce_kernel: each
// block goes through its tiles of kTile values with loads of 16 bytes, several
// before the first is used. About 45 lines.

/// The result of all threads of the block, right in thread 0. All threads call
/// it. `slots` are 32 ints of shared memory. When the next call uses them too,
/// the caller puts a barrier between the two.
template <typename Op>
__device__ int block_reduce(Op, int value, int* /*slots*/) {
  return value;
}

__global__ void ranges_kernel(const int* in, int* lows, int* highs, int count) {
}

/// out[block] = the result of the block's share of `in`. A share is every
/// gridDim.x-th tile of kTile values; what fills no tile goes one by one.
template <typename Op>
__global__ void reduce_kernel(const int* in, int* out, long long count) {}
// task-end

/// As many blocks as the device holds at once, but none without a tile.
template <typename Op>
int grid_size(long long count) {
  int device = 0, processors = 0, blocks = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, reduce_kernel<Op>, kThreads, 0));
  const long long tiles = (count + kTile - 1) / kTile;
  const long long most = std::min(processors * blocks, kMostPartials);
  return static_cast<int>(std::max(1ll, std::min(tiles, most)));
}

template <typename Op>
void reduce_with(const int* in, int* out, int* partials, long long count) {
  const int blocks = grid_size<Op>(count);
  reduce_kernel<Op><<<blocks, kThreads>>>(in, partials, count);
  CUDA_CHECK(cudaGetLastError());
  reduce_kernel<Op><<<1, kThreads>>>(partials, out, blocks);
  CUDA_CHECK(cudaGetLastError());
}

void reduce(const int* in, int* out, int* partials, long long count,
            Operator op) {
  if (op == Operator::kSum) reduce_with<Sum>(in, out, partials, count);
  if (op == Operator::kMin) reduce_with<Min>(in, out, partials, count);
  if (op == Operator::kMax) reduce_with<Max>(in, out, partials, count);
}

void block_ranges(const int* in, int* lows, int* highs, int count,
                  int threads) {
  if (count == 0) return;
  const int blocks = (count + threads - 1) / threads;
  ranges_kernel<<<blocks, threads>>>(in, lows, highs, count);
  CUDA_CHECK(cudaGetLastError());
}
