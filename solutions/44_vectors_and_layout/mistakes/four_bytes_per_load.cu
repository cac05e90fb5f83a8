// SPDX-License-Identifier: MIT
// caught by: case "a value from shared memory serves many products"
// The lanes take single floats, 8 and 4 apart, so each load is four bytes.

  constexpr int kDepth = 16;
  __shared__ float4 tile_a[kDepth][kSide / 4 + 1], tile_b[kDepth][kSide / 4];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;

  const int u = warp / 4 * 64 + lane / 2 % 8;
  const int v = warp % 4 * 32 + lane % 2 + lane / 16 * 2;
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
      const auto* row_a = reinterpret_cast<const float*>(tile_a[s]) + u;
      const auto* row_b = reinterpret_cast<const float*>(tile_b[s]) + v;
      float x[8], y[8];
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        x[i] = row_a[8 * i];
        y[i] = row_b[4 * i];
      }
#pragma unroll
      for (int i = 0; i < 64; ++i) {
        sums[i / 8][i % 8] += x[i / 8] * y[i % 8];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 64; ++i) {
    const int row = top + u + i / 8 * 8, column = left + v + i % 8 * 4;
    if (row < m && column < n) c[row * n + column] = sums[i / 8][i % 8];
  }
