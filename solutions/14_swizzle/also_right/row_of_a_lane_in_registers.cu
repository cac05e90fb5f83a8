// SPDX-License-Identifier: MIT
// Right as well: each thread first takes its row x into registers.

  __shared__ unsigned tile[kTile][kTile];
  tile[y][x ^ y] = inside ? in[i] : 0;
  __syncthreads();
  unsigned mine[kTile];
#pragma unroll
  for (int k = 0; k < kTile; ++k) mine[k] = tile[x][k ^ x];
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < kTile; ++k) sum += tile[y][k ^ y] * mine[k];
