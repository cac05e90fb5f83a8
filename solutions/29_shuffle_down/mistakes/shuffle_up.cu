// SPDX-License-Identifier: MIT
// caught by: case "adds the numbers 1 to 32"
// Up moves values to higher lanes: lane 0 never hears of the others.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_up_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
