// SPDX-License-Identifier: MIT
// Right as well: a barrier object of libcu++ instead of __syncthreads().
#include <cuda/barrier>

#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> turn;
  const int x = threadIdx.x, y = threadIdx.y;
  if (x == 0 && y == 0) init(&turn, kTile * kTile);
  __syncthreads();
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  __shared__ float tile_a[kTile][kTile], tile_b[kTile][kTile];
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    tile_a[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tile_b[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    turn.arrive_and_wait();
    for (int s = 0; s < kTile; ++s) sum += tile_a[y][s] * tile_b[s][x];
    turn.arrive_and_wait();
  }
  if (i < m && j < n) c[i * n + j] = sum;
