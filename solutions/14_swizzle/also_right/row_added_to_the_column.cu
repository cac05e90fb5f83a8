// SPDX-License-Identifier: MIT
// Right as well: a column moves by its row, modulo the width of the tile.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][(x + y) % kTile] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][(k + y) % kTile] * tile[x][(k + x) % kTile];
  }
