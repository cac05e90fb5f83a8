// SPDX-License-Identifier: MIT
// caught by: case "transposes sizes that do not fit the tile"
// The guard of the loads is not the guard of the stores.

  __shared__ float tile[kTile][kTile + 1];
  const bool inside = top + y < rows && left + x < columns;
  if (inside) tile[y][x] = in[(top + y) * columns + left + x];
  __syncthreads();
  if (inside) out[(left + y) * rows + top + x] = tile[x][y];
