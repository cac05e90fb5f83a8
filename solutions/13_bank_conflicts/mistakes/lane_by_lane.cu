// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// No two lanes meet in a bank, for each of them has a load of its own: 32
// requests where one would do.

  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  volatile float(*const slow)[kTile] = tile;
  float value = 0;
  for (int lane = 0; lane < 32; ++lane) {
    if (x == lane && left + y < columns && top + x < rows) value = slow[x][y];
    __syncwarp();
  }
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = value;
  }
