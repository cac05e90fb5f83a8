// SPDX-License-Identifier: MIT
// Right as well: beyond m or n the last row or column is loaded again, for sums
// that nobody stores. Only beyond k there must be zeros.

  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    tile_a[y][x] = l + x < k ? a[min(i, m - 1) * k + l + x] : 0;
    tile_b[y][x] = l + y < k ? b[(l + y) * n + min(j, n - 1)] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
