// SPDX-License-Identifier: MIT
// caught by: case "a tile costs one barrier"
// One cuda::barrier per tile: each thread arrives at it, and asks it again and
// again until all have come.
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> turn;
  if (threadIdx.x == 0) init(&turn, kThreads);
  __shared__ float4 tile_a[2][8][33], tile_b[2][8][64];
  const int t = threadIdx.x, v = t % 16, u = t / 16;
  const int top = blockIdx.y * kHeight, left = blockIdx.x * kWidth;
  float sums[8][16] = {};
  float4 next_a;
  [[maybe_unused]] float4 next_b[2];
  const auto fetch = [&](int l) {
    next_a = rungs::load_four<kWhole>(a, m, k, top + t / 2, l + t % 2 * 4);
    for (int h = 0; h < 2; ++h)
      next_b[h] = rungs::load_four<kWhole>(b, k, n, l + t / 64 + 4 * h,
                                           left + 4 * (t % 64));
  };
  const auto store = [&](int to) {
    const float w[] = {next_a.x, next_a.y, next_a.z, next_a.w};
#pragma unroll
    for (int q = 0; q < 4; ++q)
      reinterpret_cast<float*>(tile_a[to][t % 2 * 4 + q])[t / 2] = w[q];
    for (int h = 0; h < 2; ++h) tile_b[to][t / 64 + 4 * h][t % 64] = next_b[h];
  };
  const auto multiply = [&](int now) {
#pragma unroll
    for (int s = 0; s < 8; ++s) {
      float p[8], q[16];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        const float4 x = tile_a[now][s][u + 16 * h];
        p[4 * h] = x.x, p[4 * h + 1] = x.y, p[4 * h + 2] = x.z,
              p[4 * h + 3] = x.w;
      }
#pragma unroll
      for (int h = 0; h < 4; ++h) {
        const float4 x = tile_b[now][s][v + 16 * h];
        q[4 * h] = x.x, q[4 * h + 1] = x.y, q[4 * h + 2] = x.z,
              q[4 * h + 3] = x.w;
      }
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 16; ++j) sums[i][j] += p[i] * q[j];
    }
  };
  int now = 0;
  if (k > 0) fetch(0);
  for (int l = 0; l < k; l += 8) {
    store(now);
    if (l == 0)
      __syncthreads();
    else
      turn.arrive_and_wait();
    if (l + 8 < k) fetch(l + 8);
    multiply(now);
    now ^= 1;
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int h = 0; h < 4; ++h)
      rungs::store_four<kWhole>(c, m, n, top + 4 * (u + 16 * (i / 4)) + i % 4,
                                left + 4 * (v + 16 * h), sums[i] + 4 * h);
