// SPDX-License-Identifier: MIT
// Right as well: pointers to the row, which is then like an array of lesson 02.

  const unsigned row = threadIdx.y + blockDim.y * blockIdx.y;
  if (row >= unsigned(height)) return;
  const int* const from = in + row * width;
  int* const to = out + row * width;
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < width) to[width - 1 - i] = __ldg(from + i);
