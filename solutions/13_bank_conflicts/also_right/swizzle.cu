// SPDX-License-Identifier: MIT
// Right as well, and not by padding: row r keeps word c in place c ^ r, so
// the words of a column lie in 32 banks. Lesson 14 is about this.

  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[y][x ^ y] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y ^ x];
  }
