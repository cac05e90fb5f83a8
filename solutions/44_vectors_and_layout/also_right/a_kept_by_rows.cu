// SPDX-License-Identifier: MIT
// Right as well: A is kept by rows, and a thread loads four columns of eight rows
// at a time. Its vectors change places by their row, so that eight rows have them
// in eight places.

  constexpr int kDepth = 16;
  __shared__ float4 tile_a[kSide][kDepth / 4], tile_b[kDepth][kSide / 4];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  const int u = warp / 4 * 64 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 + lane / 16 * 2;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int i = 0; i < 2; ++i) {
      const int row = 64 * i + t / 4, s = t % 4 * 4;
      const float4 f = rungs::load_four<kWhole>(a, m, k, top + row, l + s);
      tile_a[row][s / 4 ^ row / 2 % 4] = f;
      const int r = 8 * i + warp;
      tile_b[r][lane] =
          rungs::load_four<kWhole>(b, k, n, l + r, left + 4 * lane);
    }
    __syncthreads();
#pragma unroll
    for (int q = 0; q < kDepth / 4; ++q) {
      float4 x[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const int row = u + 8 * i;
        x[i] = tile_a[row][q ^ row / 2 % 4];
      }
#pragma unroll
      for (int d = 0; d < 4; ++d) {
        const int s = 4 * q + d;
        const float4 y[] = {tile_b[s][v], tile_b[s][v + 4]};
#pragma unroll
        for (int i = 0; i < 64; ++i) {
          sums[i / 8][i % 8] += reinterpret_cast<const float*>(x + i / 8)[d] *
                                reinterpret_cast<const float*>(y)[i % 8];
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 16; ++i) {
    rungs::store_four<kWhole>(c, m, n, top + u + i / 2 * 8,
                              left + 4 * v + i % 2 * 16,
                              sums[i / 2] + i % 2 * 4);
  }
