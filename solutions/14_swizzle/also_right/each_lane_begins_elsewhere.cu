// SPDX-License-Identifier: MIT
// Right as well: the tile is plain. Lane x begins its sum at column x, so the
// lanes are always in different columns.

  __shared__ unsigned tile[kTile][kTile];
  tile[y][x] = inside ? in[i] : 0;
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < kTile; ++k) {
    const int column = (k + x) % kTile;
    sum += tile[y][column] * tile[x][column];
  }
