// SPDX-License-Identifier: MIT
// caught by: case "mirrors 2 rows of 3 pixels"
// A row has width pixels, not height.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * height + column] = in[row * height + width - 1 - column];
  }
