// SPDX-License-Identifier: MIT
// caught by: case "each pixel has a thread of its own"
// Thread 0 of each row does the whole row.

  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (blockIdx.x != 0 || threadIdx.x != 0 || row >= height) return;
  for (int column = 0; column < width; ++column) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
