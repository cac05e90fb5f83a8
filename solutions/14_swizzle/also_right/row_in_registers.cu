// SPDX-License-Identifier: MIT
// Right as well: a warp's row stays in registers, a value per lane, and comes by
// shuffles. Only the other rows are read from the swizzled tile.

  __shared__ unsigned tile[kTile][kTile];
  const unsigned mine = inside ? in[i] : 0;
  tile[y][x ^ y] = mine;
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < size; ++k) {
    sum += __shfl_sync(~0u, mine, k) * tile[x][k ^ x];
  }
