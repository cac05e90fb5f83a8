// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Two rows share a key. Their lanes take turns, so no request waits; but there
// are three per step instead of two.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ y / 2] = in[i];
  __syncthreads();
  volatile unsigned(*const slow)[kTile] = tile;
  unsigned sum = 0;
  for (int k = 0; k < size; ++k) {
    unsigned value = 0;
    if (inside && x % 2 == 0) value = slow[x][k ^ x / 2];
    __syncwarp();
    if (inside && x % 2 == 1) value = slow[x][k ^ x / 2];
    if (inside) sum += tile[y][k ^ y / 2] * value;
  }
