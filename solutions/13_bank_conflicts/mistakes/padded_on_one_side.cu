// SPDX-License-Identifier: MIT
// caught by: case "transposes 2 by 3"
// The stores count rows of 33 words, the loads rows of 32.

  __shared__ float tile[kTile * (kTile + 1)];
  if (top + y < rows && left + x < columns) {
    tile[y * (kTile + 1) + x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x * kTile + y];
  }
