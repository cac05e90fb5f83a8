// SPDX-License-Identifier: MIT
// caught by: case "each thread inverts its own pixel"
// The loop of a CPU: thread 0 does all pixels, the others do nothing.

  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < blockDim.x; ++i) out[i] = 255 - in[i];
  }
