// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Nothing makes the loads wait for the stores of other warps.

  __shared__ float tile[kTile][kTile + 1];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
