// SPDX-License-Identifier: MIT
// Lesson 44, the rung before: the product of lesson 43, 8 x 8 sums per thread.
// And two helpers for the next rung, which move four floats at a time.
#pragma once

#include "common/cuda_check.h"

namespace rungs {

constexpr int kSide = 128, kThreads = 256;

/// Not more than 128 registers per thread, so that two blocks are resident.
__global__ void __launch_bounds__(kThreads, 2) product(const float* a,  // m x k
                                                       const float* b,  // k x n
                                                       float* c,        // m x n
                                                       int m, int n, int k) {
  // Thread (x, y) has the rows y, y + 16, ... and the columns x, x + 16, ... of
  // the block's tile. The lanes of a warp lie 16 x 2: they read 16 neighbours
  // of a row of B, and two values of A.
  constexpr int kDepth = 16;
  __shared__ float tile_a[kSide][kDepth], tile_b[kDepth][kSide];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int e = t; e < kSide * kDepth; e += kThreads) {  // beyond an edge: 0
      const int i = top + e / kDepth, s = l + e % kDepth;
      tile_a[e / kDepth][e % kDepth] = i < m && s < k ? a[i * k + s] : 0;
      const int r = l + e / kSide, j = left + e % kSide;
      tile_b[e / kSide][e % kSide] = r < k && j < n ? b[r * n + j] : 0;
    }
    __syncthreads();  // both tiles are full
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      float p[8], q[8];
      for (int i = 0; i < 8; ++i) p[i] = tile_a[y + 16 * i][s];
      for (int j = 0; j < 8; ++j) q[j] = tile_b[s][x + 16 * j];
      for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) sums[i][j] += p[i] * q[j];
      }
    }
    __syncthreads();  // nobody needs them any more
  }
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      const int row = top + y + 16 * i, column = left + x + 16 * j;
      if (row < m && column < n) c[row * n + column] = sums[i][j];
    }
  }
}

inline void multiply(const float* a, const float* b, float* c, int m, int n,
                     int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide);
  product<<<grid, kThreads>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}

/// Four values of row r, from column c on; 0 beyond an edge. `matrix` has
/// `rows` rows of `columns` floats and begins at a multiple of 16 bytes; c is a
/// multiple of 4. kWhole promises that `columns` is one, too: then the four are
/// one load of 16 bytes.
template <bool kWhole>
__device__ float4 load_four(const float* matrix, int rows, int columns, int r,
                            int c) {
  const auto at = [&](int i) {
    return r < rows && c + i < columns ? matrix[r * columns + c + i] : 0;
  };
  if (!kWhole) return make_float4(at(0), at(1), at(2), at(3));
  if (r >= rows || c >= columns) return make_float4(0, 0, 0, 0);
  return *reinterpret_cast<const float4*>(matrix + r * columns + c);
}

/// Stores four values there; those beyond an edge are dropped.
template <bool kWhole>
__device__ void store_four(float* matrix, int rows, int columns, int r, int c,
                           const float* values) {
  if (r >= rows || c >= columns) return;
  float* to = matrix + r * columns + c;
  if (kWhole) {
    *reinterpret_cast<float4*>(to) =
        make_float4(values[0], values[1], values[2], values[3]);
  } else {
    for (int i = 0; i < 4 && c + i < columns; ++i) to[i] = values[i];
  }
}

}  // namespace rungs
