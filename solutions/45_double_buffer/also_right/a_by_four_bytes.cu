// SPDX-License-Identifier: MIT
// Right as well: A is copied float by float by cp.async, which transposes it on
// the way. Eight neighbours of four rows, with padding, meet 32 banks.

  constexpr int kDepth = 8;
  __shared__ alignas(16) float tile_a[2][kDepth][kHeight + 4];
  __shared__ alignas(16) float tile_b[2][kDepth][kWidth];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kHeight, left = blockIdx.x * kWidth;

  constexpr int kWide = kWhole ? 4 : 1, kRows = kThreads * kWide / kWidth;
  const int a_row = t / 8, a_s = t % 8;
  const int b_s = t * kWide / kWidth, b_column = t * kWide % kWidth;
  const float* next_a = a + a_s;
  const float* next_b = b + b_s * n + min(left + b_column, n - kWide);
  int rest = k;
  const auto fetch = [&](int pair) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const int row = min(top + a_row + 32 * i, m - 1);
      __pipeline_memcpy_async(&tile_a[pair][a_s][a_row + 32 * i],
                              next_a + row * k, 4, a_s < rest ? 0 : 4);
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
        __pipeline_wait_prior(0);
        if (more) __syncthreads();
        now ^= 1;
      }
      load(now, (s + 1) % kDepth);
      if (s == 0 && more) fetch(now ^ 1);
#pragma unroll
      for (int i = 0; i < 128; ++i) {
        const int r = i / 16, j = r % 2 ? 15 - i % 16 : i % 16;
        sums[r][j] += x[s % 2][r] * y[s % 2][j];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    rungs::store_four<kWhole>(c, m, n, top + u + i / 16 * 32 + i / 4 % 4,
                              left + v + i % 4 * 16, sums[i / 4] + i % 4 * 4);
  }
