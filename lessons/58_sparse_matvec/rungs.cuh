// SPDX-License-Identifier: MIT
// The earlier rungs, finished: a thread, a warp, or as many lanes as a row has
// nonzeros on average take each row. And a sum over lanes that rung 4, the
// exercise, can use.
#pragma once

#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"

/// What comes to a lane from the left: the sum of `tail` over the lanes before
/// it, back to the nearest one that has a `cut`, its tail included. All 32
/// lanes call it. Lane 31 adds its own tail to get what leaves the warp, unless
/// it has a cut: then its tail alone leaves.
__device__ inline float from_the_left(float tail, bool cut) {
  const int lane = threadIdx.x % 32;
  const unsigned upto = 0xffffffff >> (31 - lane);  // bits of lanes 0 to lane
  const unsigned cuts = __ballot_sync(0xffffffff, cut) & upto;
  const int first = cuts == 0 ? 0 : 31 - __clz(int(cuts));
  for (int step = 1; step < 32; step *= 2) {
    const float lower = __shfl_up_sync(0xffffffff, tail, step);
    if (lane - step >= first) tail += lower;
  }
  const float left = __shfl_up_sync(0xffffffff, tail, 1);
  return lane == 0 ? 0 : left;
}

namespace rungs {

constexpr int kThreads = 128;  // of a block

/// kLanes neighbouring lanes take a row; lane i of them its nonzeros i, i +
/// kLanes, ...
template <int kLanes>
__global__ void lanes_for_a_row(const int* starts, const int* columns,
                                const float* values, const float* x, float* y,
                                int rows) {
  const int thread = blockIdx.x * kThreads + threadIdx.x;
  const int row = thread / kLanes, lane = thread % kLanes;
  float sum = 0;
  if (row < rows) {
    const int end = starts[row + 1];
    for (int k = starts[row] + lane; k < end; k += kLanes) {
      sum += values[k] * x[columns[k]];
    }
  }
  for (int away = kLanes / 2; away > 0; away /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, away);
  }
  if (row < rows && lane == 0) y[row] = sum;
}

/// As `multiply` of lesson.h, by so many lanes per row.
template <int kLanes>
void multiply_by(const int* starts, const int* columns, const float* values,
                 const float* x, float* y, int rows, int) {
  constexpr int kEach = kThreads / kLanes;  // rows of a block
  if (rows == 0) return;
  const int blocks = (rows + kEach - 1) / kEach;
  lanes_for_a_row<kLanes>
      <<<blocks, kThreads>>>(starts, columns, values, x, y, rows);
  CUDA_CHECK(cudaGetLastError());
}

/// Rung 1: one thread per row.
constexpr auto multiply_thread = multiply_by<1>;
/// Rung 2: one warp per row.
constexpr auto multiply_warp = multiply_by<32>;

/// Rung 3: about as many lanes as a row has nonzeros on average.
inline void multiply_lanes(const int* starts, const int* columns,
                           const float* values, const float* x, float* y,
                           int rows, int nonzeros) {
  const int mean = rows == 0 ? 0 : nonzeros / rows;
  const auto rung = mean > 16  ? multiply_by<32>
                    : mean > 8 ? multiply_by<16>
                    : mean > 4 ? multiply_by<8>
                    : mean > 2 ? multiply_by<4>
                    : mean > 1 ? multiply_by<2>
                               : multiply_by<1>;
  rung(starts, columns, values, x, y, rows, nonzeros);
}

}  // namespace rungs
