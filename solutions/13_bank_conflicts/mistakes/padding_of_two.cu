// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Two columns more: steps of 34 words meet only 16 banks, two lanes each.

  __shared__ float tile[kTile][kTile + 2];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
