// SPDX-License-Identifier: MIT
// caught by: case "a value is loaded once for a tile"
// Tiles for one size, the size of a check.

  if (m != 64) {
    const int i = blockIdx.y * kTile + threadIdx.y;
    const int j = blockIdx.x * kTile + threadIdx.x;
    float sum = 0;
    for (int l = 0; i < m && j < n && l < k; ++l) {
      sum += a[i * k + l] * b[l * n + j];
    }
    if (i < m && j < n) c[i * n + j] = sum;
    return;
  }
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tile_b[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
