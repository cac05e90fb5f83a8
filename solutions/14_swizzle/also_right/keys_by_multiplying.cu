// SPDX-License-Identifier: MIT
// Right as well: an odd factor gives 32 rows 32 different keys, too.

  __shared__ unsigned tile[kTile][kTile];
  const int key = 5 * y % kTile, other = 5 * x % kTile;
  if (inside) tile[y][x ^ key] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ key] * tile[x][k ^ other];
  }
