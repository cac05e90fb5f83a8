// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Rows 2 r and 2 r + 1 share a key: two lanes per bank, two wavefronts.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ (y / 2)] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ (y / 2)] * tile[x][k ^ (x / 2)];
  }
