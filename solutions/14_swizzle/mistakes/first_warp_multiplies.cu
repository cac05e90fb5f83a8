// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// The first warp makes all rows, and the others only load.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ y] = in[i];
  __syncthreads();
  unsigned sum = 0;
  __shared__ unsigned sums[kTile][kTile];
  for (int row = 0; y == 0 && row < size; ++row) {
    unsigned one = 0;
    for (int k = 0; k < size && x < size; ++k) {
      one += tile[row][k ^ row] * tile[x][k ^ x];
    }
    sums[row][x] = one;
  }
  __syncthreads();
  if (inside) sum = sums[y][x];
