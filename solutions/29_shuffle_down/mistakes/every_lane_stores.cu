// SPDX-License-Identifier: MIT
// caught by: case "works for any number of values"
// All lanes store to the same place, and only lane 0 is right.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (i < count) sums[i / 32] = sum;
