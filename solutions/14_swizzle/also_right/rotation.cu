// SPDX-License-Identifier: MIT
// Right as well: row r begins r places further on and wraps round at 32.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][(x + y) % kTile] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][(k + y) % kTile] * tile[x][(k + x) % kTile];
  }
