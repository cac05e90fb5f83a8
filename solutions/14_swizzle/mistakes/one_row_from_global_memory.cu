// SPDX-License-Identifier: MIT
// caught by: case "the tile takes 4096 bytes"
// The row that made the lanes wait comes from global memory, again and again.

  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x] = in[i];
  __syncthreads();
  const unsigned* const matrix = in + blockIdx.x * size * size;
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k] * matrix[x * size + k];
  }
