// SPDX-License-Identifier: MIT
// Right as well: thread 0 takes the last pixel.

  const unsigned i = blockDim.x - 1 - threadIdx.x;
  out[i] = 255 - in[i];
