// SPDX-License-Identifier: MIT
// Right as well: the 256 threads of a block shared out anew, so that 32 of them
// have 16 columns of two rows. It still moves few sectors.

  const int t = threadIdx.y * 32 + threadIdx.x;
  const int half = t / 128, rest = t % 128;
  const int column = blockIdx.x * 32 + 16 * half + rest % 16;
  const int row = blockIdx.y * 8 + rest / 16;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
