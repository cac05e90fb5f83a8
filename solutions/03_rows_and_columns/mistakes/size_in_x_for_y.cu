// SPDX-License-Identifier: MIT
// caught by: case "mirrors pictures of any shape"
// A block has 32 threads in x but 8 in y.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.x + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
