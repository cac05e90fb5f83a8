// SPDX-License-Identifier: MIT
// caught by: case "adds the numbers 1 to 32"
// Down moves values to LOWER lanes: the sum ends in lane 0, not in lane 31.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 31 && i < count) sums[i / 32] = sum;
