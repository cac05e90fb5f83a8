// SPDX-License-Identifier: MIT
// Right as well: all threads of the grid get one number, as in lesson 02. The
// grid has more threads than the picture has pixels.

  const int block = blockIdx.y * gridDim.x + blockIdx.x;
  const int place = block * 256 + threadIdx.y * 32 + threadIdx.x;
  if (place >= width * height) return;
  const int row = place / width, column = place % width;
  out[place] = in[row * width + width - 1 - column];
