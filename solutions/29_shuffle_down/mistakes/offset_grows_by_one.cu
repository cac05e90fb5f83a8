// SPDX-License-Identifier: MIT
// caught by: case "adds the numbers 1 to 32"
// Five steps, but of 1, 2, 3, 4, 5 lanes: some values count twice, some never.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 1; offset < 6; ++offset) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
