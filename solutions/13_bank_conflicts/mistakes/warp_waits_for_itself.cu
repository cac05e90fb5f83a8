// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// A column was stored by 32 warps, and no warp waits for another one.

  __shared__ float tile[kTile][kTile + 1];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncwarp();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x][y];
  }
