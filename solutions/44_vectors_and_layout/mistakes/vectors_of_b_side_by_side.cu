// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// The two vectors of B that a thread takes are neighbours. No bank has two words
// of four vectors, but each store to C covers half of its sectors.

  constexpr int kDepth = 16;
  __shared__ float4 tile_a[kDepth][kSide / 4 + 1], tile_b[kDepth][kSide / 4];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  const int u = warp / 4 * 16 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 * 2 + lane / 16 * 4;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int i = 0; i < 2; ++i) {
      const int row = t / 2, s = 8 * i + t % 2 * 4;
      const float4 f = rungs::load_four<kWhole>(a, m, k, top + row, l + s);
      reinterpret_cast<float*>(tile_a[s])[row] = f.x;
      reinterpret_cast<float*>(tile_a[s + 1])[row] = f.y;
      reinterpret_cast<float*>(tile_a[s + 2])[row] = f.z;
      reinterpret_cast<float*>(tile_a[s + 3])[row] = f.w;
      const int r = 8 * i + warp;
      tile_b[r][lane] =
          rungs::load_four<kWhole>(b, k, n, l + r, left + 4 * lane);
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      const float4 x[] = {tile_a[s][u], tile_a[s][u + 8]};
      const float4 y[] = {tile_b[s][v], tile_b[s][v + 1]};
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
                              left + 4 * v + i % 2 * 4,
                              sums[i / 2] + i % 2 * 4);
  }
