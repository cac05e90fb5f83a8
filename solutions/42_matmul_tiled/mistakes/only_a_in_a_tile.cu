// SPDX-License-Identifier: MIT
// caught by: case "a value is loaded once for a tile"
// B is still loaded once for each product.

  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    __syncthreads();  // both tiles are full
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * (l + s < k && j < n ? b[(l + s) * n + j] : 0);
    }
    __syncthreads();  // nobody needs them any more; the next step may store
  }
  if (i < m && j < n) c[i * n + j] = sum;
