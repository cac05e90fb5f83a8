// SPDX-License-Identifier: MIT
// caught by: case "multiplies matrices of all sizes"
// caught by: diagnostic warp-race
// A row takes as many places as its matrix has columns. Modulo such a size two
// elements get the same place.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][(x ^ y) % size] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][(k ^ y) % size] * tile[x][(k ^ x) % size];
  }
