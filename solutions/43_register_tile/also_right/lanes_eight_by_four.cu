// SPDX-License-Identifier: MIT
// Right as well: the lanes lie 8 x 4. A load of A reads four rows; so every second
// row of its tile is rotated by one word.

  constexpr int kDepth = 16;
  __shared__ float tile_a[kSide][kDepth], tile_b[kDepth][kSide];
  const int t = threadIdx.x, lane = t % 32;
  const int x = t / 32 % 2 * 8 + lane % 8, y = t / 64 * 4 + lane / 8;
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  float sums[8][8] = {};
  for (int l = 0; l < k; l += kDepth) {
    for (int e = t; e < kSide * kDepth; e += kThreads) {
      const int i = top + e / kDepth, s = l + e % kDepth;
      tile_a[e / kDepth][(e + e / kDepth / 2) % kDepth] =
          i < m && s < k ? a[i * k + s] : 0;
      const int r = l + e / kSide, j = left + e % kSide;
      tile_b[e / kSide][e % kSide] = r < k && j < n ? b[r * n + j] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < kDepth; ++s) {
      float p[8], q[8];
      for (int i = 0; i < 8; ++i)
        p[i] = tile_a[y + 16 * i][(s + (y + 16 * i) / 2) % kDepth];
      for (int j = 0; j < 8; ++j) q[j] = tile_b[s][x + 16 * j];
      for (int i = 0; i < 8; ++i) {
        for (int j = 0; j < 8; ++j) sums[i][j] += p[i] * q[j];
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) {
      const int row = top + y + 16 * i, column = left + x + 16 * j;
      if (row < m && column < n) c[row * n + column] = sums[i][j];
    }
  }
