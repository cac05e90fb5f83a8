// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Threads below the last row read and write after the end.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
