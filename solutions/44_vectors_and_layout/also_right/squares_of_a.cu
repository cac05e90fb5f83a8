// SPDX-License-Identifier: MIT
// Right as well: half of the warps bring squares of 4 x 4 values of A, the others
// B. A square is transposed in registers and stored by vectors. Two free places
// after each four rows keep its stores apart.

  constexpr int kDepth = 16;
  __shared__ float4 tile_a[kDepth / 4][4 * kSide / 4 + 2];
  __shared__ float4 tile_b[kDepth][kSide / 4];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  const int u = warp / 4 * 16 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 + lane / 16 * 2;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    if (warp < 4) {
      const int row = top + t / 4 * 4, column = l + t % 4 * 4;
      const float4 e = rungs::load_four<kWhole>(a, m, k, row, column);
      const float4 f = rungs::load_four<kWhole>(a, m, k, row + 1, column);
      const float4 g = rungs::load_four<kWhole>(a, m, k, row + 2, column);
      const float4 h = rungs::load_four<kWhole>(a, m, k, row + 3, column);
      float4* to = tile_a[t % 4] + t / 4;
      to[0] = make_float4(e.x, f.x, g.x, h.x);
      to[32] = make_float4(e.y, f.y, g.y, h.y);
      to[64] = make_float4(e.z, f.z, g.z, h.z);
      to[96] = make_float4(e.w, f.w, g.w, h.w);
    } else {
      for (int r = warp - 4; r < kDepth; r += 4) {
        tile_b[r][lane] =
            rungs::load_four<kWhole>(b, k, n, l + r, left + 4 * lane);
      }
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      const float4 x[] = {tile_a[s / 4][s % 4 * 32 + u],
                          tile_a[s / 4][s % 4 * 32 + u + 8]};
      const float4 y[] = {tile_b[s][v], tile_b[s][v + 4]};
#pragma unroll
      for (int i = 0; i < 64; ++i) {
        sums[i / 8][i % 8] += reinterpret_cast<const float*>(x)[i / 8] *
                              reinterpret_cast<const float*>(y)[i % 8];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    rungs::store_four<kWhole>(c, m, n, top + 4 * u + i / 8 * 32 + i / 2 % 4,
                              left + 4 * v + i % 2 * 16,
                              sums[i / 2] + i % 2 * 4);
  }
