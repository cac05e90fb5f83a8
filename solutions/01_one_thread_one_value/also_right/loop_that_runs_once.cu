// SPDX-License-Identifier: MIT
// Right as well: a loop with the step of the block runs once per thread.

  for (unsigned i = threadIdx.x; i < blockDim.x; i += blockDim.x) {
    out[i] = 255 - in[i];
  }
