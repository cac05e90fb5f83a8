// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Row number height is the first one after the end.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row <= height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
