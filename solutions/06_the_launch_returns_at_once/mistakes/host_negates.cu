// SPDX-License-Identifier: MIT
// caught by: case "each portion is worked on by the device"
// No race and no wait: the host does all of the work.

  for (int i = 0; i < portions * n; ++i) out[i] = -in[i];
  (void)blocks, (void)negate;
