// SPDX-License-Identifier: MIT
// caught by: case "adds the numbers 1 to 32"
// The last argument is the width of a segment, not half of the warp: lane 0
// never reads from lane 16.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset, 16);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
