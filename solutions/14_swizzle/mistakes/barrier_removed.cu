// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// A warp reads rows that other warps have not stored yet.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ y] = in[i];

  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ y] * tile[x][k ^ x];
  }
