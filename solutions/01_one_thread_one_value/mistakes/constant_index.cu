// SPDX-License-Identifier: MIT
// caught by: case "inverts 4 pixels"
// Every thread inverts pixel 0; all other places stay unwritten.

  out[0] = 255 - in[0];
