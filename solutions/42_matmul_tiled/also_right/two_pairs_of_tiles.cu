// SPDX-License-Identifier: MIT
// Right as well: two pairs of tiles take turns, so one barrier per step is
// enough.

  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tiles_a[2][kTile][kTile], tiles_b[2][kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    auto& tile_a = tiles_a[l / kTile % 2];
    auto& tile_b = tiles_b[l / kTile % 2];
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tile_b[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();  // both tiles are full
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
  }
  if (i < m && j < n) c[i * n + j] = sum;
