// SPDX-License-Identifier: MIT
// caught by: diagnostic uninitialized-read
// Each lane begins elsewhere and walks through all 32 columns: those beyond the
// matrix hold nothing.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < kTile; ++k) {
    const int column = (k + x) % kTile;
    sum += tile[y][column] * tile[x][column];
  }
