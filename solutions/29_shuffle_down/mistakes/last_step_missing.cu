// SPDX-License-Identifier: MIT
// caught by: case "adds the numbers 1 to 32"
// Ends with offset 2: lane 0 adds the even lanes only.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 1; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
