// SPDX-License-Identifier: MIT
// caught by: case "mirrors pictures of any shape"
// Rows of the block only: all blocks do the first 8 rows.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
