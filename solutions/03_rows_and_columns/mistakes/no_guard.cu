// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// caught by: case "changes nothing before or after out"
// The threads beyond the last row and column work, too.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  out[row * width + column] = in[row * width + width - 1 - column];
