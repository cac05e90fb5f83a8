// SPDX-License-Identifier: MIT
// caught by: case "each thread inverts its own pixel"
// Every second thread does its pixel and the next one.

  if (threadIdx.x % 2 == 1) return;
  for (unsigned i = threadIdx.x; i < blockDim.x && i < threadIdx.x + 2; ++i) {
    out[i] = 255 - in[i];
  }
