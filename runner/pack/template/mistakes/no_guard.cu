// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// FILL: the mistake that a student is likely to make; one file for each.

  if (n > 0) out[i] = 2 * in[i];
