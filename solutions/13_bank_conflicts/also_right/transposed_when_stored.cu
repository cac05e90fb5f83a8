// SPDX-License-Identifier: MIT
// Right as well: the store goes down a column, and the load along a row.

  __shared__ float tile[kTile][kTile + 1];
  if (top + y < rows && left + x < columns) {
    tile[x][y] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[y][x];
  }
