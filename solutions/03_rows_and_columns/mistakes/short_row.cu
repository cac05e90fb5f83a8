// SPDX-License-Identifier: MIT
// caught by: case "mirrors the highest picture that fits"
// Sixteen bits end at 65535; there are more rows than that.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned short row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
