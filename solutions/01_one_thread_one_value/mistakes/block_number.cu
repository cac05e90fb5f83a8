// SPDX-License-Identifier: MIT
// caught by: case "inverts 4 pixels"
// The number of the block, which is 0 for all threads of one block.

  out[blockIdx.x] = 255 - in[blockIdx.x];
