// SPDX-License-Identifier: MIT
// caught by: case "moves values of every kind bit by bit"
// -0 + 0 is 0: the sign is lost.

  __shared__ float tile[kTile][kTile + 1];
  tile[y][x] = 0;
  if (top + y < rows && left + x < columns) {
    tile[y][x] += in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
