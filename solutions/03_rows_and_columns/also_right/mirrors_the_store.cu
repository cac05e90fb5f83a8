// SPDX-License-Identifier: MIT
// Right as well: reads its own pixel and writes it on the other side.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= height || column >= width) return;
  out[(row + 1) * width - 1 - column] = in[row * width + column];
