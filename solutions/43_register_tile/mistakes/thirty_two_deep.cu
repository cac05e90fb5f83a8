// SPDX-License-Identifier: MIT
// caught by: case "no access waits for a bank"
// With 32 words per row, two rows of the tile of A begin in one bank.

  constexpr int kDepth = 32;
  __shared__ float tile_a[kSide][kDepth + 0], tile_b[kDepth][kSide];
  const int t = threadIdx.x, x = t % 16, y = t / 16;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int e = t; e < kSide * kDepth; e += kThreads) {
      const int i = top + e / kDepth, s = l + e % kDepth;
      tile_a[e / kDepth][e % kDepth] = i < m && s < k ? a[i * k + s] : 0;
      const int r = l + e / kSide, j = left + e % kSide;
      tile_b[e / kSide][e % kSide] = r < k && j < n ? b[r * n + j] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      float p[8], q[8];
      for (int i = 0; i < 8; ++i) p[i] = tile_a[y + 16 * i][s];
      for (int j = 0; j < 8; ++j) q[j] = tile_b[s][x + 16 * j];
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) sums[i][j] = fmaf(p[i], q[j], sums[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const int row = top + y + 16 * i, column = left + x + 16 * j;
      if (row < m && column < n) c[row * n + column] = sums[i][j];
    }
