// SPDX-License-Identifier: MIT
// caught by: case "a value from shared memory serves many products"
// A keeps its rows, so the eight values of a column are eight loads.

  constexpr int kDepth = 16;
  __shared__ float4 tile_a[kSide][kDepth / 4 + 1], tile_b[kDepth][kSide / 4];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  const int u = warp / 4 * 16 + lane / 2 % 8;
  const int v = warp % 4 * 8 + lane % 2 + lane / 16 * 2;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int i = 0; i < 2; ++i) {
      const int row = t / 2, s = 8 * i + t % 2 * 4;
      const float4 f = rungs::load_four<kWhole>(a, m, k, top + row, l + s);
      tile_a[row][s / 4] = f;
      const int r = 8 * i + warp;
      tile_b[r][lane] =
          rungs::load_four<kWhole>(b, k, n, l + r, left + 4 * lane);
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      float x[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const int row = 4 * u + i / 4 * 32 + i % 4;
        x[i] = reinterpret_cast<volatile float*>(tile_a[row])[s];
      }
      const float4 y[] = {tile_b[s][v], tile_b[s][v + 4]};
#pragma unroll
      for (int i = 0; i < 64; ++i) {
        sums[i / 8][i % 8] +=
            x[i / 8] * reinterpret_cast<const float*>(y)[i % 8];
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
