// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// One of the two directions is enough for it.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width || row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
