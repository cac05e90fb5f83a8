// SPDX-License-Identifier: MIT
// Right as well: the tiles are copied by cuda_pipeline.h, without registers
// between.
#include <cuda_pipeline.h>

  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    const bool in_a = i < m && l + x < k;
    __pipeline_memcpy_async(&tile_a[y][x], in_a ? &a[i * k + l + x] : a, 4,
                            in_a ? 0 : 4);
    const bool in_b = l + y < k && j < n;
    __pipeline_memcpy_async(&tile_b[y][x], in_b ? &b[(l + y) * n + j] : b, 4,
                            in_b ? 0 : 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int s = 0; s < kTile; ++s) {
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
