// SPDX-License-Identifier: MIT
// Lesson 43, the rung before: the tiled product of lesson 42, one value of C a
// thread. And two helpers for the next rung, which move four floats at a time.
#pragma once

#include "common/cuda_check.h"

namespace rungs {

constexpr int kTile = 32;

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tile_b[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s) sum += tile_a[y][s] * tile_b[s][x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
}

inline void multiply(const float* a, const float* b, float* c, int m, int n,
                     int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  product<<<grid, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
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
