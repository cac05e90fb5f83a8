// SPDX-License-Identifier: MIT
// caught by: case "transposes sizes that do not fit the tile"
// A thread without a value to load may have one to store.

  __shared__ float tile[kTile][kTile + 1];
  if (top + y >= rows || left + x >= columns) return;
  tile[y][x] = in[(top + y) * columns + left + x];
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
