// SPDX-License-Identifier: MIT
// Mirrors each row of a picture: the left pixel becomes the right one. The host
// starts enough blocks of 32 x 8 threads to cover all columns and rows.
#include "lesson.h"

__global__ void mirror_pixel(const int* in, int* out, int width, int height) {
  // task-begin
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
  // task-end
}

// launch-begin
void mirror(const int* in, int* out, int width, int height) {
  const dim3 threads(32, 8);  // 32 in x, 8 in y
  const dim3 blocks((width + 31) / 32, (height + 7) / 8);
  mirror_pixel<<<blocks, threads>>>(in, out, width, height);
}
// launch-end
