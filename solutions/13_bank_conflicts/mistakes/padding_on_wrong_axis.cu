// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// One row more: the rows begin where they began, so nothing moves.

  __shared__ float tile[kTile + 1][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
