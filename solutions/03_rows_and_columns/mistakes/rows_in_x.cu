// SPDX-License-Identifier: MIT
// caught by: case "mirrors pictures of any shape"
// caught by: case "neighbouring threads take neighbouring pixels of a row"
// x runs down the column. Right for square pictures alone, and slow there.

  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
