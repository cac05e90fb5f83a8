// SPDX-License-Identifier: MIT
// Right as well: load_four and copy_four know the edges. They compute more
// addresses.

  constexpr int kDepth = 16;
  __shared__ alignas(16) float tile_a[2][kDepth][kSide];
  __shared__ alignas(16) float tile_b[2][kDepth][kSide];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  const int a_row = warp * 32 + lane % 8 * 4, a_s = lane / 8 * 4;
  float4 held[4];
  int next = 0;
  const auto fetch = [&](int pair) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      held[i] = rungs::load_four<kWhole>(a, m, k, top + a_row + i, next + a_s);
    }
#pragma unroll
    for (int s = warp; s < kDepth; s += kThreads / 32) {
      rungs::copy_four<kWhole>(&tile_b[pair][s][4 * lane], b, k, n, next + s,
                               left + 4 * lane);
    }
    __pipeline_commit();
    next += kDepth;
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
  for (int l = 0, now = 0; l < k; l += kDepth) {
    const bool more = next < k;
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
