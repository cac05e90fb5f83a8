// SPDX-License-Identifier: MIT
// caught by: case "no access waits for a bank"
// The tile of B is stored by columns: 32 lanes store to one bank.

  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tile_b[x][y] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();  // both tiles are full
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[x][s];
    }
    __syncthreads();  // nobody needs them any more; the next step may store
  }
  if (i < m && j < n) c[i * n + j] = sum;
