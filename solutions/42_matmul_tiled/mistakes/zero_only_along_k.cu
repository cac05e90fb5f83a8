// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// Beyond m and n nobody writes the tiles. Only sums that are not stored use what
// lies there, but it is read all the same.

  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    if (l + x < k) {
      if (i < m) tile_a[y][x] = a[i * k + l + x];
    } else {
      tile_a[y][x] = 0;
    }
    if (l + y < k) {
      if (j < n) tile_b[y][x] = b[(l + y) * n + j];
    } else {
      tile_b[y][x] = 0;
    }
    __syncthreads();
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
