// SPDX-License-Identifier: MIT
// caught by: case "mirrors pictures of any shape"
// One number for all: a row of threads alone, and no y at all.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < width * height) {
    const int row = column / width;
    out[column] = in[row * width + width - 1 - column % width];
  }
