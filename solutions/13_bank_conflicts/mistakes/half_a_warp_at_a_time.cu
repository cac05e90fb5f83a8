// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes one wavefront"
// Steps of 34 words leave pairs of lanes in a bank, 16 lanes apart. They take
// turns: no request waits, and there are twice as many.

  __shared__ float tile[kTile][kTile + 2];
  if (top + y < rows && left + x < columns) {
    tile[y][x] = in[(top + y) * columns + left + x];
  }
  __syncthreads();
  const bool inside = left + y < columns && top + x < rows;
  volatile float(*const slow)[kTile + 2] = tile;
  float value = 0;
  if (x < 16 && inside) value = slow[x][y];
  __syncwarp();
  if (x >= 16 && inside) value = slow[x][y];
  if (inside) out[(left + y) * rows + top + x] = value;
