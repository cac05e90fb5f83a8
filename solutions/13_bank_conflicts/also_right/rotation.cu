// SPDX-License-Identifier: MIT
// Right as well: row r begins r places further on, and wraps round at 32.

  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][(x + y) % kTile] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][(y + x) % kTile];
  }
