// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Counts from 1, as people do: the last thread has no pixel.

  const int i = threadIdx.x + 1;
  out[i] = 255 - in[i];
