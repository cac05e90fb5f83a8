// SPDX-License-Identifier: MIT
// caught by: case "multiplies matrices of any shape"
// Beyond the edge a tile keeps what it held before, and that takes part.

  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    if (i < m && l + x < k) tile_a[y][x] = a[i * k + l + x];
    if (l + y < k && j < n) tile_b[y][x] = b[(l + y) * n + j];
    __syncthreads();  // both tiles are full
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();  // nobody needs them any more; the next step may store
  }
  if (i < m && j < n) c[i * n + j] = sum;
