// SPDX-License-Identifier: MIT
// caught by: case "mirrors 2 rows of 3 pixels"
// Mirrors in both directions.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[width * height - 1 - row * width - column];
  }
