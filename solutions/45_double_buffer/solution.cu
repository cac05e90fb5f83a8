// SPDX-License-Identifier: MIT
// Multiplies two matrices, C = A B. A block of 128 threads computes 128 x 128
// values of C, 8 x 16 per thread. The next tiles of A and B are in flight while
// the block works on these.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

constexpr int kSide = 128, kThreads = 128;

/// kWhole: each row of A, B and C is whole vectors of four floats. With 255
/// registers per thread, two blocks are resident.
template <bool kWhole>
__global__ void __launch_bounds__(kThreads, 2) product(const float* a,  // m x k
                                                       const float* b,  // k x n
                                                       float* c,        // m x n
                                                       int m, int n, int k) {
  // task-begin
  constexpr int kDepth = 16;
  __shared__ alignas(16) float tile_a[2][kDepth][kSide];  // two pairs of tiles
  __shared__ alignas(16) float tile_b[2][kDepth][kSide];  // that take turns
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  // The next tiles are in flight: A to registers, a square of 4 x 4 values per
  // thread, B straight to shared memory. Beyond m or n the last row or column
  // is read again, for sums that nobody stores; beyond k there are zeros.
  constexpr int kWide = kWhole ? 4 : 1, kRows = kThreads * kWide / kSide;
  const int a_row = warp * 32 + lane % 8 * 4, a_s = lane / 8 * 4;
  const int b_s = t / (kSide / kWide), b_column = t % (kSide / kWide) * kWide;
  const float *next_a = a + a_s, *next_b = b + b_s * n;
  next_b += min(left + b_column, n - kWide);
  int row[4], rest = k;
  for (int i = 0; i < 4; ++i) row[i] = min(top + a_row + i, m - 1) * k;
  float4 held[4];
  const auto fetch = [&](int pair) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const float* from = next_a + row[i];
      const auto at = [&](int s) { return a_s + s < rest ? from[s] : 0; };
      if (!kWhole) {
        held[i] = make_float4(at(0), at(1), at(2), at(3));
      } else {
        held[i] = a_s < rest ? *reinterpret_cast<const float4*>(from)
                             : make_float4(0, 0, 0, 0);
      }
    }
#pragma unroll
    for (int s = 0; s < kDepth; s += kRows) {
      __pipeline_memcpy_async(&tile_b[pair][s + b_s][b_column], next_b + s * n,
                              4 * kWide, s + b_s < rest ? 0 : 4 * kWide);
    }
    __pipeline_commit();
    next_a += kDepth;
    next_b += kDepth * n;
    rest -= kDepth;
  };
  // The square is stored transposed. Eight lanes have squares one below the
  // other, so they store eight vectors side by side, without padding.
  const auto store = [&](int pair) {
    const float4 e = held[0], f = held[1], g = held[2], h = held[3];
    float4* to = reinterpret_cast<float4*>(&tile_a[pair][a_s][a_row]);
    to[0] = make_float4(e.x, f.x, g.x, h.x);
    to[kSide / 4] = make_float4(e.y, f.y, g.y, h.y);
    to[kSide / 2] = make_float4(e.z, f.z, g.z, h.z);
    to[kSide / 4 * 3] = make_float4(e.w, f.w, g.w, h.w);
  };

  // A warp computes 64 x 64 values; its lanes lie 8 x 4, as in lesson 44. The
  // values of two steps are in registers: these, and the next ones.
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
  store(0);
  __pipeline_wait_prior(0);
  __syncthreads();
  load(0, 0);
  for (int l = 0, now = 0; l < k; l += kDepth) {
    const bool more = rest > 0;
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      if (s == kDepth - 1 && more) {
        // Since the last barrier nobody reads the other pair. This one says
        // both: that pair is full, and nobody needs the pair of now.
        store(now ^ 1);
        __pipeline_wait_prior(0);
        __syncthreads();
        now ^= 1;
      }
      load(now, (s + 1) % kDepth);
      if (s == 0 && more) fetch(now ^ 1);
#pragma unroll
      for (int i = 0; i < 128; ++i) {  // every second row from right to left
        const int r = i / 16, j = r % 2 ? 15 - i % 16 : i % 16;
        sums[r][j] += x[s % 2][r] * y[s % 2][j];
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
  if (n % 4 == 0 && k % 4 == 0) {
    product<true><<<grid, kThreads>>>(a, b, c, m, n, k);
  } else {
    product<false><<<grid, kThreads>>>(a, b, c, m, n, k);
  }
  CUDA_CHECK(cudaGetLastError());
}
