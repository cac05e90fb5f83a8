// SPDX-License-Identifier: MIT
// caught by: case "each pixel has a thread of its own"
// The 32 threads of y = 0 do all 8 rows of the block.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.y != 0 || column >= width) return;
  for (int y = 0; y < 8; ++y) {
    const int row = blockIdx.y * 8 + y;
    if (row < height) {
      out[row * width + column] = in[row * width + width - 1 - column];
    }
  }
