// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The number of threads, where the number of this thread is meant.

  out[blockDim.x] = 255 - in[blockDim.x];
