// SPDX-License-Identifier: MIT
// caught by: case "neighbouring threads take neighbouring pixels of a row"
// Right everywhere; inside a block 8 neighbouring threads go down a column.

  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int column = blockIdx.x * blockDim.x + t / 8;
  const int row = blockIdx.y * blockDim.y + t % 8;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
