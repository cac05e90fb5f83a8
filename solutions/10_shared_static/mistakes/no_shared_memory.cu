// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Right, but each value is loaded three times.

  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? in[i - 1] : 0;
  const float right = i + 1 < n ? in[i + 1] : 0;
  out[i] = (left + 2 * in[i] + right) / 4;
