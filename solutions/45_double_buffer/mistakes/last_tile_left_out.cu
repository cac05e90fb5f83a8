// SPDX-License-Identifier: MIT
// caught by: case "multiplies matrices of any shape"
// There are as many steps as whole tiles: the rest of k is missing.

  constexpr int kDepth = 16;
  __shared__ alignas(16) float tile_a[2][kDepth][kSide];
  __shared__ alignas(16) float tile_b[2][kDepth][kSide];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

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
  const auto store = [&](int pair) {
    const float4 e = held[0], f = held[1], g = held[2], h = held[3];
    float4* to = reinterpret_cast<float4*>(&tile_a[pair][a_s][a_row]);
    to[0] = make_float4(e.x, f.x, g.x, h.x);
    to[kSide / 4] = make_float4(e.y, f.y, g.y, h.y);
    to[kSide / 2] = make_float4(e.z, f.z, g.z, h.z);
    to[kSide / 4 * 3] = make_float4(e.w, f.w, g.w, h.w);
  };

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
  for (int l = 0, now = 0; l + kDepth <= k; l += kDepth) {
    const bool more = rest > 0;
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      if (s == kDepth - 1 && more) {
        store(now ^ 1);
        __pipeline_wait_prior(0);
        __syncthreads();
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
