// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// The swap is done by the store: now the stores wait, not the loads.

  __shared__ float tile[kTile][kTile];
  if (top + y < rows && left + x < columns) {
    tile[x][y] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[y][x];
  }
