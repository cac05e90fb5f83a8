// SPDX-License-Identifier: MIT
// caught by: case "a block loads each value once"
// Few loads, but one thread of the block makes them all.

  if (threadIdx.x > 0) return;
  const int first = blockIdx.x * kBlock;
  float left = first > 0 ? in[first - 1] : 0, here = in[first];
  for (int i = first; i < min(first + kBlock, n); ++i) {
    const float right = i + 1 < n ? in[i + 1] : 0;
    out[i] = (left + 2 * here + right) / 4;
    left = here, here = right;
  }
