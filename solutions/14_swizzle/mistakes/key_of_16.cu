// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Rows r and r + 16 share a key, so two lanes share a bank.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ y % 16] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ y % 16] * tile[x][k ^ x % 16];
  }
