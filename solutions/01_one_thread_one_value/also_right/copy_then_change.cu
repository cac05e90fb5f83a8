// SPDX-License-Identifier: MIT
// Right as well: in two steps, through the place in out.

  const int i = threadIdx.x;
  out[i] = in[i];
  out[i] = 255 - out[i];
