// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// The loop ends at k, so there needs no zero. But threads beyond C read places
// of the tiles that nobody has written.

  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    if (i < m && l + x < k) tile_a[y][x] = a[i * k + l + x];
    if (l + y < k && j < n) tile_b[y][x] = b[(l + y) * n + j];
    __syncthreads();
    for (int s = 0; s < min(kTile, k - l); ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
