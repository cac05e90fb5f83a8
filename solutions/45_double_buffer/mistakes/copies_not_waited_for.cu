// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// The barrier of a tile waits for threads, not for the copies that they started.

  // Two pairs of tiles that take turns. A is stored transposed, with padding as
  // in lesson 44.
  constexpr int kDepth = 8;
  __shared__ alignas(16) float tile_a[2][kDepth][kHeight + 4];
  __shared__ alignas(16) float tile_b[2][kDepth][kWidth];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kHeight, left = blockIdx.x * kWidth;

  // The next tiles are in flight: a vector of A per thread to registers, B by
  // cp.async straight to shared memory. Beyond m or n the last row or column is
  // read again, for sums that nobody stores; beyond k there are zeros.
  constexpr int kWide = kWhole ? 4 : 1, kRows = kThreads * kWide / kWidth;
  const int a_row = t / 2, a_s = t % 2 * 4;
  const int b_s = t * kWide / kWidth, b_column = t * kWide % kWidth;
  const float* next_a = a + min(top + a_row, m - 1) * k + a_s;
  const float* next_b = b + b_s * n + min(left + b_column, n - kWide);
  int rest = k;
  float4 held;
  const auto fetch = [&](int pair) {
    const auto at = [&](int s) { return a_s + s < rest ? next_a[s] : 0; };
    if (!kWhole) {
      held = make_float4(at(0), at(1), at(2), at(3));
    } else {
      held = a_s < rest ? *reinterpret_cast<const float4*>(next_a)
                        : make_float4(0, 0, 0, 0);
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
  const auto store = [&](int pair) {
    tile_a[pair][a_s][a_row] = held.x;
    tile_a[pair][a_s + 1][a_row] = held.y;
    tile_a[pair][a_s + 2][a_row] = held.z;
    tile_a[pair][a_s + 3][a_row] = held.w;
  };

  // A warp computes 64 x 64 values; its lanes lie 8 x 4, as in lesson 44. The
  // values of two steps are in registers: these, and the next ones.
  const int u = warp / 4 * 64 + lane / 2 % 8 * 4;
  const int v = warp % 4 * 64 + lane % 2 * 4 + lane / 16 * 8;
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
  int now = 0;
#pragma unroll 2
  for (int l = 0; l < k; l += kDepth) {
    const bool more = rest > 0;
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      if (s == kDepth - 1) {
        // Since the last barrier nobody reads the other pair. This one says
        // both: that pair is full, and nobody needs the pair of now.
        if (more) __syncthreads();
        now ^= 1;
      }
      load(now, (s + 1) % kDepth);
      if (s == 0 && more) fetch(now ^ 1);
#pragma unroll
      for (int i = 0; i < 128; ++i) {  // every second row from right to left
        const int r = i / 16, j = r % 2 ? 15 - i % 16 : i % 16;
        sums[r][j] += x[s % 2][r] * y[s % 2][j];
      }
      if (s == kDepth - 2 && more) store(now ^ 1);
    }
  }
#pragma unroll
  for (int i = 0; i < 32; ++i) {  // vector i % 4 of row i / 4
    rungs::store_four<kWhole>(c, m, n, top + u + i / 16 * 32 + i / 4 % 4,
                              left + v + i % 4 * 16, sums[i / 4] + i % 4 * 4);
  }
