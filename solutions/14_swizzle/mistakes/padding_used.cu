// SPDX-License-Identifier: MIT
// caught by: case "the tile takes 4096 bytes"
// No conflict, but 33 words per row: 4224 bytes.

  __shared__ unsigned tile[kTile][kTile + 1];
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k] * tile[x][k];
  }
