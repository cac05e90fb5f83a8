// SPDX-License-Identifier: MIT
// caught by: case "mirrors 2 rows of 3 pixels"
// y is never asked: only the diagonal is written.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
