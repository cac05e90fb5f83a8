// SPDX-License-Identifier: MIT
// caught by: case "each thread inverts its own pixel"
// The first 32 threads share the row, up to 992 others do nothing.

  if (threadIdx.x >= 32) return;
  for (unsigned i = threadIdx.x; i < blockDim.x; i += 32) out[i] = 255 - in[i];
