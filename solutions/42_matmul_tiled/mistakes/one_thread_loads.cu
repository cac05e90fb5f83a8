// SPDX-License-Identifier: MIT
// caught by: case "a value is loaded once for a tile"
// The first warp loads both tiles for the whole block, a row per lane.

  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    if (y == 0) {
      for (int s = 0; s < kTile; ++s) {
        const int row = blockIdx.y * kTile + x;
        tile_a[x][s] = row < m && l + s < k ? a[row * k + l + s] : 0;
        tile_b[s][x] = l + s < k && j < n ? b[(l + s) * n + j] : 0;
      }
    }
    __syncthreads();
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
