// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// The tile as it was: lane x reads row x, so all lanes are in bank k.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k] * tile[x][k];
  }
