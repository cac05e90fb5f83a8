// SPDX-License-Identifier: MIT
// caught by: case "mirrors 2 rows of 3 pixels"
// Takes the picture as if it lay column after column.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[column * height + row] = in[(width - 1 - column) * height + row];
  }
