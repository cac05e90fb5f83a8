// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Two blocks of the grid transpose all tiles, and the others end at once.

  (void)left, (void)top;
  __shared__ float tile[kTile][kTile + 1];
  const int across = (columns + kTile - 1) / kTile;
  const int tiles = across * ((rows + kTile - 1) / kTile);
  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  for (int k = block; block < 2 && k < tiles; k += 2) {
    const int left = k % across * kTile, top = k / across * kTile;
    if (top + y < rows && left + x < columns) {
      tile[y][x] = in[(top + y) * columns + left + x];
    }
    __syncthreads();
    if (left + y < columns && top + x < rows) {
      out[(left + y) * rows + top + x] = tile[x][y];
    }
    __syncthreads();
  }
