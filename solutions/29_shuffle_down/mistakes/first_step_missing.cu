// SPDX-License-Identifier: MIT
// caught by: case "adds the numbers 1 to 32"
// Begins with offset 8: lane 0 adds lanes 0 to 15 only.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 8; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
