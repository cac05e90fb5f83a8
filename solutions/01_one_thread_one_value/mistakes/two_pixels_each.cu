// SPDX-License-Identifier: MIT
// caught by: case "each thread inverts its own pixel"
// Half of the threads do two pixels each, the others do nothing.

  for (unsigned i = 2 * threadIdx.x; i < blockDim.x && i < 2 * threadIdx.x + 2;
       ++i) {
    out[i] = 255 - in[i];
  }
