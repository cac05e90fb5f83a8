// SPDX-License-Identifier: MIT
// caught by: case "multiplies a 2 by 2 matrix"
// Values are stored in the old places and sought in new ones.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ y] * tile[x][k ^ x];
  }
