// SPDX-License-Identifier: MIT
// caught by: case "multiplies matrices of all sizes"
// A float has 24 bits; these products need 32.

  __shared__ float tile[kTile][kTile];
  if (inside) tile[y][x ^ y] = in[i];
  __syncthreads();
  float products = 0;
  for (int k = 0; inside && k < size; ++k) {
    products += tile[y][k ^ y] * tile[x][k ^ x];
  }
  const unsigned sum = products;
