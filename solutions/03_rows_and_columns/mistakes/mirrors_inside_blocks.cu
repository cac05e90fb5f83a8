// SPDX-License-Identifier: MIT
// caught by: case "mirrors pictures of any shape"
// Mirrors each 32 columns for themselves.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int from = blockIdx.x * blockDim.x + blockDim.x - 1 - threadIdx.x;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + min(from, width - 1)];
  }
