// SPDX-License-Identifier: MIT
// caught by: case "each pixel has a thread of its own"
// The blocks of column 0 walk through the whole row.

  if (blockIdx.x != 0) return;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  for (int column = threadIdx.x; column < width && row < height;
       column += blockDim.x) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
