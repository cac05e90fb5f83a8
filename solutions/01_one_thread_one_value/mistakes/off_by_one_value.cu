// SPDX-License-Identifier: MIT
// caught by: case "inverts 4 pixels"
// 256 values, but the largest is 255.

  out[threadIdx.x] = 256 - in[threadIdx.x];
