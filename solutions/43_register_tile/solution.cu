// SPDX-License-Identifier: MIT
// Multiplies two matrices, C = A B. A block of 256 threads computes 128 x 128
// values of C, from tiles of A and B that are 16 deep. Each thread keeps 8 x 8
// sums in registers.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kSide = 128, kThreads = 256;

/// Not more than 128 registers per thread, so that two blocks are resident.
__global__ void __launch_bounds__(kThreads, 2) product(const float* a,  // m x k
                                                       const float* b,  // k x n
                                                       float* c,        // m x n
                                                       int m, int n, int k) {
  // task-begin
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
  // task-end
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide);
  product<<<grid, kThreads>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
