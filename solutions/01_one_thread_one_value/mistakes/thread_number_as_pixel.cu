// SPDX-License-Identifier: MIT
// caught by: case "inverts 4 pixels"
// Inverts the number of the place, not what is stored there.

  out[threadIdx.x] = 255 - threadIdx.x;
