// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// The tile is filled and read, and the values come from global memory again.

  __shared__ float tile[kTile][kTile + 1];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    asm volatile("" ::"f"(tile[x][y]));
    out[(left + y) * rows + top + x] = in[(top + x) * columns + left + y];
  }
