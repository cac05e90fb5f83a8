// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Compares the column with the height and the row with the width.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < height && row < width) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
