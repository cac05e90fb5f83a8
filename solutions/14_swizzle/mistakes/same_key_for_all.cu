// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Every row is reordered alike, so a column still lies in one bank.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ 5] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ 5] * tile[x][k ^ 5];
  }
