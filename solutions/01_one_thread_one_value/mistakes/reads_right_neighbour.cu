// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Reads one place further than it writes.

  out[threadIdx.x] = 255 - in[threadIdx.x + 1];
