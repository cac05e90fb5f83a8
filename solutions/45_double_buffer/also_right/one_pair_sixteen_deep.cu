// SPDX-License-Identifier: MIT
// It passes, too: one pair of tiles that is 16 deep, with two barriers each, takes
// as many barriers. But nothing is in flight while the block multiplies, which no
// count tells; a time does.

  constexpr int kDepth = 16;
  __shared__ alignas(16) float tile_a[1][kDepth][kHeight + 4];
  __shared__ alignas(16) float tile_b[1][kDepth][kWidth];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kHeight, left = blockIdx.x * kWidth;

  constexpr int kWide = kWhole ? 4 : 1, kRows = kThreads * kWide / kWidth;
  const int a_row = t / 2, a_s = t % 2 * 4;
  const int b_s = t * kWide / kWidth, b_column = t * kWide % kWidth;
  const float* next_a = a + min(top + a_row, m - 1) * k + a_s;
  const float* next_b = b + b_s * n + min(left + b_column, n - kWide);
  int rest = k;
  float4 held[2];
  const auto fetch = [&](int pair) {
    const auto at = [&](int s) { return a_s + s < rest ? next_a[s] : 0; };
    for (int i = 0; i < 2; ++i) {
      if (!kWhole) {
        held[i] =
            make_float4(at(8 * i), at(8 * i + 1), at(8 * i + 2), at(8 * i + 3));
      } else {
        held[i] = a_s + 8 * i < rest
                      ? *reinterpret_cast<const float4*>(next_a + 8 * i)
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
  const auto store = [&](int pair) {
    for (int i = 0; i < 2; ++i) {
      tile_a[pair][a_s + 8 * i][a_row] = held[i].x;
      tile_a[pair][a_s + 8 * i + 1][a_row] = held[i].y;
      tile_a[pair][a_s + 8 * i + 2][a_row] = held[i].z;
      tile_a[pair][a_s + 8 * i + 3][a_row] = held[i].w;
    }
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
        if (more) {
          __syncthreads();
          fetch(0);
          store(0);
          __pipeline_wait_prior(0);
          __syncthreads();
        }
      }
      load(now, (s + 1) % kDepth);
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
