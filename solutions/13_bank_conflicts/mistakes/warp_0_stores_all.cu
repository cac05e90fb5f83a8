// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// All warps fill the tile, and one of them writes all of it out.

  __shared__ float tile[kTile][kTile + 1];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (y == 0) {
    for (int k = 0; k < kTile; ++k) {
      if (left + k < columns && top + x < rows) {
        out[(left + k) * rows + top + x] = tile[x][k];
      }
    }
  }
