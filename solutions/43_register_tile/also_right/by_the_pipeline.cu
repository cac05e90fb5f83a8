// SPDX-License-Identifier: MIT
// Right as well: the tiles are copied by cuda_pipeline.h, without registers
// between.
#include <cuda_pipeline.h>

  constexpr int kDepth = 16;
  __shared__ float tile_a[kSide][kDepth], tile_b[kDepth][kSide];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int e = t; e < kSide * kDepth; e += kThreads) {
      const int i = top + e / kDepth, s = l + e % kDepth;
      const bool in_a = i < m && s < k;
      __pipeline_memcpy_async(&tile_a[e / kDepth][e % kDepth],
                              in_a ? &a[i * k + s] : a, 4, in_a ? 0 : 4);
      const int r = l + e / kSide, j = left + e % kSide;
      const bool in_b = r < k && j < n;
      __pipeline_memcpy_async(&tile_b[e / kSide][e % kSide],
                              in_b ? &b[r * n + j] : b, 4, in_b ? 0 : 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      float p[8], q[8];
      for (int i = 0; i < 8; ++i) p[i] = tile_a[y + 16 * i][s];
      for (int j = 0; j < 8; ++j) q[j] = tile_b[s][x + 16 * j];
      for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) sums[i][j] += p[i] * q[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      const int row = top + y + 16 * i, column = left + x + 16 * j;
      if (row < m && column < n) c[row * n + column] = sums[i][j];
    }
  }
