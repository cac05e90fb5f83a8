// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Room for the padding, but every index still counts rows of 32.

  __shared__ float tile[kTile * (kTile + 1)];
  if (top + y < rows && left + x < columns) {
    tile[y * kTile + x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  if (left + y < columns && top + x < rows) {
    out[(left + y) * rows + top + x] = tile[x * kTile + y];
  }
