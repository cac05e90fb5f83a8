// SPDX-License-Identifier: MIT
// Multiplies two matrices, C = A B. A block of 128 threads computes 128 x 128
// values of C, 8 x 16 per thread. The next tiles of A and B are on their way to
// shared memory while the block works on these.
#include <cuda_pipeline.h>

#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

constexpr int kSide = 128, kThreads = 128;

/// kWhole: each row of B and C is whole vectors of four floats. With 255
/// registers per thread two blocks are resident.
template <bool kWhole>
__global__ void __launch_bounds__(kThreads, 2) product(const float* a,  // m x k
                                                       const float* b,  // k x n
                                                       float* c,        // m x n
                                                       int m, int n, int k) {
  // task-begin
  // Two pairs of tiles, which take turns. A is stored transposed; its rows have
  // four floats of padding, so that the stores of a warp meet all banks.
  constexpr int kDepth = 16, kRow = kSide + 4;
  __shared__ alignas(16) float tile_a[2][kDepth][kRow];
  __shared__ alignas(16) float tile_b[2][kDepth][kSide];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  // cp.async brings A by 4 bytes, eight neighbours of four rows per warp, and B
  // by vectors. Beyond m or n it reads the last row or column, whose products
  // nobody stores; beyond k it writes zeros.
  constexpr int kWide = kWhole ? 4 : 1, kRows = kThreads * kWide / kSide;
  const int a_row = t / 8, a_s = t % 8;
  const int b_row = t / (kSide / kWide), b_column = t % (kSide / kWide) * kWide;
  const float* next_a = a + a_s;
  const float* next_b = b + b_row * n + min(left + b_column, n - kWide);
  int row_a[8], rest = k;
#pragma unroll
  for (int i = 0; i < 8; ++i) row_a[i] = min(top + a_row + 16 * i, m - 1) * k;
  const auto fetch = [&](int pair) {
#pragma unroll
    for (int s = 0; s < kDepth; s += 8) {
      const int zeros = s + a_s < rest ? 0 : 4;
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        __pipeline_memcpy_async(&tile_a[pair][s + a_s][a_row + 16 * i],
                                next_a + row_a[i] + s, 4, zeros);
      }
    }
#pragma unroll
    for (int s = 0; s < kDepth; s += kRows) {
      __pipeline_memcpy_async(&tile_b[pair][s + b_row][b_column],
                              next_b + s * n, 4 * kWide,
                              s + b_row < rest ? 0 : 4 * kWide);
    }
    __pipeline_commit();
    next_a += kDepth;
    next_b += kDepth * n;
    rest -= kDepth;
  };

  // A warp computes 64 x 64 values; its lanes lie 8 x 4, as in lesson 44. The
  // values of two steps are in registers: those in use, and those on their way.
  const int u = warp / 2 * 64 + lane / 2 % 8 * 4;
  const int v = warp % 2 * 64 + lane % 2 * 4 + lane / 16 * 8;
  float x[2][8], y[2][16], sums[8][16] = {};
  const auto load = [&](int pair, int s) {
#pragma unroll
    for (int i = 0; i < 8; i += 4) {
      *reinterpret_cast<float4*>(&x[s % 2][i]) =
          *reinterpret_cast<const float4*>(&tile_a[pair][s][u + 8 * i]);
    }
#pragma unroll
    for (int j = 0; j < 16; j += 4) {
      *reinterpret_cast<float4*>(&y[s % 2][j]) =
          *reinterpret_cast<const float4*>(&tile_b[pair][s][v + 4 * j]);
    }
  };
  fetch(0);
  __pipeline_wait_prior(0);
  __syncthreads();
  load(0, 0);
  for (int l = 0, now = 0; l < k; l += kDepth) {
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      if (s == kDepth - 1 && l + kDepth < k) {
        // The other pair is full, and nobody needs the pair of now any more.
        __pipeline_wait_prior(0);
        __syncthreads();
        now ^= 1;
      }
      load(now, (s + 1) % kDepth);
      if (s == 0 && rest > 0) fetch(now ^ 1);
#pragma unroll
      for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 16; ++j) sums[i][j] += x[s % 2][i] * y[s % 2][j];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 32; ++i) {  // vector i % 4 of row i / 4
    rungs::store_four<kWhole>(c, m, n, top + u + i / 16 * 32 + i / 4 % 4,
                              left + v + i % 4 * 16, sums[i / 4] + i % 4 * 4);
  }
  // task-end
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kSide - 1) / kSide, (m + kSide - 1) / kSide);
  if (n % 4 == 0) {
    product<true><<<grid, kThreads>>>(a, b, c, m, n, k);
  } else {
    product<false><<<grid, kThreads>>>(a, b, c, m, n, k);
  }
  CUDA_CHECK(cudaGetLastError());
}
