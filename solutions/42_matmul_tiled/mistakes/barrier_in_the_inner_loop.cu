// SPDX-License-Identifier: MIT
// caught by: case "a step has two barriers"
// 32 barriers per step where one is enough.

  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tile_b[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();  // both tiles are full
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
      __syncthreads();
    }
    __syncthreads();  // nobody needs them any more; the next step may store
  }
  if (i < m && j < n) c[i * n + j] = sum;
