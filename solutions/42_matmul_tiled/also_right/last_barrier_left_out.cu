// SPDX-License-Identifier: MIT
// Right as well: after the last step nobody stores, so nobody waits.

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
    if (l + kTile < k) __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
