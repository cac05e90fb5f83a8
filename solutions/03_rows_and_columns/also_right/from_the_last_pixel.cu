// SPDX-License-Identifier: MIT
// Right as well: thread 0 of block 0 has the last pixel of the last row.

  const int column = width - 1 - int(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = height - 1 - int(blockIdx.y * blockDim.y + threadIdx.y);
  if (column < 0 || row < 0) return;
  const int start = row * width;
  out[start + column] = in[start + width - 1 - column];
