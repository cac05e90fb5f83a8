// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Thread 0 takes the place before the first one.

  const int i = static_cast<int>(threadIdx.x) - 1;
  out[i] = 255 - in[i];
