// SPDX-License-Identifier: MIT
// caught by: case "inverts 4 pixels"
// The right places, but the pixels stay as they are.

  out[threadIdx.x] = in[threadIdx.x];
