// SPDX-License-Identifier: MIT
// caught by: case "each pixel has a thread of its own"
// Writes each pixel twice; the task asks for one write.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + column];
    out[row * width + column] = in[row * width + width - 1 - column];
  }
