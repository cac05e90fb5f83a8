// SPDX-License-Identifier: MIT
// caught by: case "mirrors pictures of any shape"
// One guard for both: a thread right of its row still has a place, in the next
// row.

  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int place = row * width + column;
  const int from = row * width + width - 1 - column;
  if (place < width * height && from >= 0) out[place] = in[from];
