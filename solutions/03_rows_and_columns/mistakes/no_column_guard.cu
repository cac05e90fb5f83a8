// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Threads right of the last column write into the next row.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
