// SPDX-License-Identifier: MIT
// caught by: case "inverts 4 pixels"
// Each thread has its own place, but all of them read pixel 0.

  out[threadIdx.x] = 255 - in[0];
