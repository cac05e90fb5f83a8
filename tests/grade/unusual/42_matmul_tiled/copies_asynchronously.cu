// SPDX-License-Identifier: MIT
// clang-format off
// The primitives of cuda_pipeline.h.
#include <cuda_pipeline.h>
  // task-begin
  const int x = threadIdx.x, y = threadIdx.y;  // a warp: one y, every x
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    // Each thread loads one value of each tile, and no thread leaves early: a
    // thread without a result still loads for the others. Beyond an edge 0
    // takes part: it adds nothing, so the loop below needs no edge.
    if (i < m && l + x < k) __pipeline_memcpy_async(&tile_a[y][x], &a[i * k + l + x], 4);
    else tile_a[y][x] = 0;
    if (l + y < k && j < n) __pipeline_memcpy_async(&tile_b[y][x], &b[(l + y) * n + j], 4);
    else tile_b[y][x] = 0;
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();  // both tiles are full
    for (int s = 0; s < kTile; ++s) {
      // A warp has one y: one word of tile_a for all, a row of tile_b.
      sum += tile_a[y][s] * tile_b[s][x];
    }
    __syncthreads();  // nobody needs them any more; the next step may store
  }
  if (i < m && j < n) c[i * n + j] = sum;
  // task-end
