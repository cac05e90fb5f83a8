// SPDX-License-Identifier: MIT
// Right as well: steps of the whole grid in both directions.

  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int rows = gridDim.y * blockDim.y, columns = gridDim.x * blockDim.x;
  for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < height; r += rows) {
    for (int c = first; c < width; c += columns) {
      out[r * width + c] = in[r * width + width - 1 - c];
    }
  }
