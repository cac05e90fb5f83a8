// SPDX-License-Identifier: MIT
// caught by: case "inverts 4 pixels"
// threadIdx.y is 0 for every thread of this block.

  out[threadIdx.y] = 255 - in[threadIdx.y];
