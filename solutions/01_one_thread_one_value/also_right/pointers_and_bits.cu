// SPDX-License-Identifier: MIT
// Right as well: 255 - x flips the eight bits of x.

  const int* const source = in + threadIdx.x;
  int* const target = out + threadIdx.x;
  *target = *source ^ 0xff;
