// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// The tile as it was: a column lies in one bank.

  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
