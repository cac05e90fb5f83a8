// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// No two lanes meet in a bank, for each of them has a load of its own: 32
// requests where one would do.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  volatile unsigned(*const slow)[kTile] = tile;
  unsigned sum = 0;
  for (int k = 0; k < size; ++k) {
    unsigned value = 0;
    for (int lane = 0; lane < 32; ++lane) {
      if (x == lane && inside) value = slow[x][k];
      __syncwarp();
    }
    if (inside) sum += tile[y][k] * value;
  }
