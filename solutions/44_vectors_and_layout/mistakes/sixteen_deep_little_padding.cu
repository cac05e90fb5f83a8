// SPDX-License-Identifier: MIT
// caught by: case "no access waits for a bank"
// 16 deep: four lanes share a column, and their rows lie four apart. Four words
// of padding then put two of them in one bank.

  constexpr int kDepth = 16;
  __shared__ float4 tile_a[kDepth][kSide / 4 + 1], tile_b[kDepth][kSide / 4];
  const int t = threadIdx.x;
  [[maybe_unused]] const int lane = t % 32, warp = t / 32;
  const int u = t / 16, v = t % 16;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int e = t; e < kSide * kDepth / 4; e += kThreads) {
      const int r = e / (kDepth / 4), s = e % (kDepth / 4) * 4;
      const float4 w = rungs::load_four<kWhole>(a, m, k, top + r, l + s);
      const float v4[] = {w.x, w.y, w.z, w.w};
      for (int q = 0; q < 4; ++q)
        reinterpret_cast<float*>(tile_a[s + q])[r] = v4[q];
    }
    for (int e = t; e < kSide * kDepth / 4; e += kThreads) {
      tile_b[e / 32][e % 32] =
          rungs::load_four<kWhole>(b, k, n, l + e / 32, left + 4 * (e % 32));
    }

    __syncthreads();
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      const float4 x[] = {tile_a[s][u], tile_a[s][u + 16]};
      const float4 y[] = {tile_b[s][v], tile_b[s][v + 16]};
      const float p[] = {x[0].x, x[0].y, x[0].z, x[0].w,
                         x[1].x, x[1].y, x[1].z, x[1].w};
      const float q[] = {y[0].x, y[0].y, y[0].z, y[0].w,
                         y[1].x, y[1].y, y[1].z, y[1].w};
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sums[i][j] += p[i] * q[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
    for (int h = 0; h < 2; ++h)
      rungs::store_four<kWhole>(c, m, n, top + 4 * (i < 4 ? u : u + 16) + i % 4,
                                left + 4 * (h ? v + 16 : v), sums[i] + 4 * h);
