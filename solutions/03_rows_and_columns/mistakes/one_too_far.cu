// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// caught by: case "mirrors 2 rows of 3 pixels"
// width - column is one too far: column 0 reads the next row's first pixel.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - column];
  }
