// SPDX-License-Identifier: MIT
// caught by: case "each pixel has a thread of its own"
// The threads of the left half write two pixels each, those of the right none.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int other = width - 1 - column;
  if (row >= height || column > other) return;
  const int* const from = in + row * width;
  int* const to = out + row * width;
  to[column] = from[other];
  if (column != other) to[other] = from[column];
