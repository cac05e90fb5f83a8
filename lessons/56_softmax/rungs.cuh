// SPDX-License-Identifier: MIT
// How a thread loads and stores its share of a row, and the earlier rung,
// finished: the largest value, then the sum, then the results. It reads the
// matrix three times. Rung 2 is the exercise.
#pragma once

#include <math_constants.h>

#include <algorithm>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kParts = 4;                           // parts that a thread keeps
constexpr int kMostThreads = kKept / (4 * kParts);  // of a block

/// Where value 0 of part `k` of this thread lies in a row, and how far apart
/// its four values are. Row by row, neighbours of the warp lie side by side.
template <bool kWide>
__device__ int place(int k) {
  const int first = 4 * k * blockDim.x;
  return first + (kWide ? 4 : 1) * threadIdx.x;
}

/// Part `k` of this thread: four values of the row; -infinity where it ended.
/// kWide: the row begins at a multiple of 16 bytes, as its end does.
template <bool kWide>
__device__ float4 load_part(const float* row, int k, int columns) {
  const int i = place<kWide>(k), step = blockDim.x;
  float4 v = {-CUDART_INF_F, -CUDART_INF_F, -CUDART_INF_F, -CUDART_INF_F};
  if (kWide) {
    if (i < columns) v = *reinterpret_cast<const float4*>(row + i);
    return v;
  }
  if (i < columns) v.x = row[i];
  if (i + step < columns) v.y = row[i + step];
  if (i + 2 * step < columns) v.z = row[i + 2 * step];
  if (i + 3 * step < columns) v.w = row[i + 3 * step];
  return v;
}

/// Stores what became of the four values; nothing where the row has ended.
template <bool kWide>
__device__ void store_part(float* row, int k, int columns, float4 v) {
  const int i = place<kWide>(k), step = blockDim.x;
  if (kWide) {
    if (i < columns) *reinterpret_cast<float4*>(row + i) = v;
    return;
  }
  if (i < columns) row[i] = v.x;
  if (i + step < columns) row[i + step] = v.y;
  if (i + 2 * step < columns) row[i + 2 * step] = v.z;
  if (i + 3 * step < columns) row[i + 3 * step] = v.w;
}

/// How many parts of a thread, at most, have a value of the row.
__device__ inline int parts_of(int columns) {
  const int each = 4 * blockDim.x;
  return (columns + each - 1) / each;
}

/// exp(value - largest), where `largest` is that of values that `value` is one
/// of. -infinity minus itself is NaN, so where all are masked it is 0.
__device__ inline float scaled(float value, float largest) {
  return expf(value - (largest == -CUDART_INF_F ? 0 : largest));
}

__device__ inline float largest_of(float4 v) {
  return fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
}

__device__ inline float sum_of(float4 v) { return v.x + v.y + v.z + v.w; }

/// exp(value - largest) of each; see scaled.
__device__ inline float4 exponentials(float4 v, float largest) {
  return {scaled(v.x, largest), scaled(v.y, largest), scaled(v.z, largest),
          scaled(v.w, largest)};
}

__device__ inline float4 times(float4 v, float factor) {
  return {v.x * factor, v.y * factor, v.z * factor, v.w * factor};
}

/// The value of all threads of the block, combined by `op`. All call it.
template <typename Op>
__device__ float over_block(float value, const Op& op) {
  __shared__ float warps[32];
  for (int away = 16; away > 0; away /= 2) {
    value = op(value, __shfl_xor_sync(0xffffffff, value, away));
  }
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  value = warps[0];
  for (int w = 1; w < blockDim.x / 32; ++w) value = op(value, warps[w]);
  __syncthreads();  // a second call replaces the values
  return value;
}

namespace rungs {

/// The softmax of one row by one block.
template <bool kWide>
__device__ void three_reads(const float* in, float* out, int columns) {
  const int parts = parts_of(columns);
  float largest = -CUDART_INF_F, sum = 0;
  for (int k = 0; k < parts; ++k) {
    largest = fmaxf(largest, largest_of(load_part<kWide>(in, k, columns)));
  }
  const auto larger = [](float a, float b) { return fmaxf(a, b); };
  largest = over_block(largest, larger);  // leaves NaN out; the sum does not
  for (int k = 0; k < parts; ++k) {
    const float4 v = load_part<kWide>(in, k, columns);
    sum += sum_of(exponentials(v, largest));
  }
  sum = over_block(sum, [](float a, float b) { return a + b; });
  const float factor = sum == 0 ? 0 : 1 / sum;
  for (int k = 0; k < parts; ++k) {
    const float4 v = load_part<kWide>(in, k, columns);
    store_part<kWide>(out, k, columns, times(exponentials(v, largest), factor));
  }
}

/// One block per row.
template <bool kWide>
__global__ void three_reads_rows(const float* in, float* out, int columns) {
  const size_t first = size_t{blockIdx.x} * columns;
  three_reads<kWide>(in + first, out + first, columns);
}

}  // namespace rungs

/// The threads of a block for rows of `columns` values: whole warps, as many as
/// keep the row in kParts parts each, and at most kMostThreads.
inline int threads_for(int columns) {
  const int warps = (columns + 128 * kParts - 1) / (128 * kParts);
  return std::min(32 * warps, kMostThreads);
}

namespace rungs {

/// Rung 1. As `softmax` of lesson.h.
inline void softmax(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const auto kernel =
      columns % 4 == 0 ? three_reads_rows<true> : three_reads_rows<false>;
  kernel<<<rows, threads_for(columns)>>>(in, out, columns);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace rungs
