// SPDX-License-Identifier: MIT
// caught by: case "mirrors 2 rows of 3 pixels"
// The picture as it was.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + column];
  }
