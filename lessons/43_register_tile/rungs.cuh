// SPDX-License-Identifier: MIT
// Lesson 43, the rung before: the tiled product of lesson 42, one value of C
// per thread.
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

}  // namespace rungs
