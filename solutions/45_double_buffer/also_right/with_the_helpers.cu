// SPDX-License-Identifier: MIT
// Right as well: load_four and copy_four know the edges. They compute more
// addresses.

  constexpr int kDepth = 8;
  __shared__ alignas(16) float tile_a[2][kDepth][kHeight + 4];
  __shared__ alignas(16) float tile_b[2][kDepth][kWidth];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kHeight, left = blockIdx.x * kWidth;

  const int a_row = t / 2, a_s = t % 2 * 4;
  float4 held;
  int next = 0;
  const auto fetch = [&](int pair) {
    held = rungs::load_four<kWhole>(a, m, k, top + a_row, next + a_s);
#pragma unroll
    for (int s = t / 64; s < kDepth; s += 4) {
      rungs::copy_four<kWhole>(&tile_b[pair][s][t % 64 * 4], b, k, n, next + s,
                               left + t % 64 * 4);
    }
    __pipeline_commit();
    next += kDepth;
  };
  const auto store = [&](int pair) {
    tile_a[pair][a_s][a_row] = held.x;
    tile_a[pair][a_s + 1][a_row] = held.y;
    tile_a[pair][a_s + 2][a_row] = held.z;
    tile_a[pair][a_s + 3][a_row] = held.w;
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
    const bool more = next < k;
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
      if (s == kDepth - 2 && more) store(now ^ 1);
    }
  }
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    rungs::store_four<kWhole>(c, m, n, top + u + i / 16 * 32 + i / 4 % 4,
                              left + v + i % 4 * 16, sums[i / 4] + i % 4 * 4);
  }
