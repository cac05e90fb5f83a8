// SPDX-License-Identifier: MIT
// caught by: case "the tile takes 4096 bytes"
// A second tile, transposed and padded: no conflict, and twice the memory.

  __shared__ unsigned tile[kTile][kTile], transposed[kTile][kTile + 1];
  if (inside) tile[y][x] = transposed[x][y] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k] * transposed[k][x];
  }
