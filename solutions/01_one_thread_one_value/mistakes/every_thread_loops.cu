// SPDX-License-Identifier: MIT
// caught by: case "each thread inverts its own pixel"
// The loop of a CPU in each thread: all threads write all pixels.

  for (unsigned i = 0; i < blockDim.x; ++i) out[i] = 255 - in[i];
