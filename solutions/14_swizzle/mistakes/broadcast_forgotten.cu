// SPDX-License-Identifier: MIT
// caught by: case "multiplies a 2 by 2 matrix"
// tile[y][k] never had a conflict, but its values have moved all the same.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ y] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k] * tile[x][k ^ x];
  }
