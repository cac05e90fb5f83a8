// SPDX-License-Identifier: MIT
// caught by: diagnostic misaligned
// Rows that do not begin at a multiple of 16 bytes are loaded by vectors, too.

  constexpr int kDepth = 16, kRow = kSide / 4;
  __shared__ float4 tile_a[2][kDepth / 4][4 * kRow + 2];
  __shared__ float4 tile_b[2][kDepth / 4][4 * kRow + 2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  const bool for_a = warp < 4;
  const float* from = for_a ? a : b;
  const int rows = for_a ? m : k, columns = for_a ? k : n;
  int row = for_a ? top + threadIdx.x / 4 * 4 : warp % 4 * 4;
  int column = for_a ? lane % 4 * 4 : left + lane * 4;
  float4 e, f, g, h;
  const auto fetch = [&] {
    e = rungs::load_four<true>(from, rows, columns, row, column);
    f = rungs::load_four<true>(from, rows, columns, row + 1, column);
    g = rungs::load_four<true>(from, rows, columns, row + 2, column);
    h = rungs::load_four<true>(from, rows, columns, row + 3, column);
    (for_a ? column : row) += kDepth;
  };
  const auto store = [&](int pair) {
    float4* to = for_a ? tile_a[pair][lane % 4] + threadIdx.x / 4
                       : tile_b[pair][warp % 4] + lane;
    to[0] = for_a ? make_float4(e.x, f.x, g.x, h.x) : e;
    to[kRow] = for_a ? make_float4(e.y, f.y, g.y, h.y) : f;
    to[2 * kRow] = for_a ? make_float4(e.z, f.z, g.z, h.z) : g;
    to[3 * kRow] = for_a ? make_float4(e.w, f.w, g.w, h.w) : h;
  };

  const int u = warp / 4 * 16 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 + lane / 16 * 2;
  float sums[8][8] = {};
  fetch();
  store(0);
  __syncthreads();
  for (int l = 0, now = 0; l < k; l += kDepth, now ^= 1) {
    const bool more = l + kDepth < k;
    if (more) fetch();  // under way while we multiply
#pragma unroll
    for (int d = 0; d < kDepth; ++d) {
      const float4* at_a = tile_a[now][d / 4] + d % 4 * kRow + u;
      const float4* at_b = tile_b[now][d / 4] + d % 4 * kRow + v;
      const float4 x[] = {at_a[0], at_a[8]}, y[] = {at_b[0], at_b[4]};
#pragma unroll
      for (int i = 0; i < 64; ++i) {
        sums[i / 8][i % 8] += reinterpret_cast<const float*>(x)[i / 8] *
                              reinterpret_cast<const float*>(y)[i % 8];
      }
    }
    if (more) store(now ^ 1);
    if (more) __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 16; ++i) {  // half i % 2 of row i / 2
    rungs::store_four<kWhole>(c, m, n, top + 4 * u + i / 8 * 32 + i / 2 % 4,
                              left + 4 * v + i % 2 * 16,
                              sums[i / 2] + i % 2 * 4);
  }
