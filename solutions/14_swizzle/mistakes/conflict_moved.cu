// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// The tile is stored transposed: now the store waits instead of the load.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[x][y] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[k][y] * tile[k][x];
  }
