// SPDX-License-Identifier: MIT
// caught by: case "works for any number of values"
// A float keeps 24 bits of an int.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  // No early return: the mask below names 32 lanes, so 32 lanes must come.
  float sum = i < count ? in[i] : 0;
  // Half as many lanes matter after each step: 32, 16, 8, 4, 2, 1. The mask
  // has one bit per lane; warpSize - 1 is 31, the lanes 0 to 4 only.
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  // Only lane 0 has added every value once: the others ran past lane 31.
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = int(sum);
