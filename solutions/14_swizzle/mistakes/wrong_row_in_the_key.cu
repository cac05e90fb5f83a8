// SPDX-License-Identifier: MIT
// caught by: case "multiplies a 2 by 2 matrix"
// The key must be the row of the element. For the second factor that is x.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ y] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ y] * tile[x][k ^ y];
  }
