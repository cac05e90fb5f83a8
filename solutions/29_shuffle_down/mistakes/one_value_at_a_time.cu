// SPDX-License-Identifier: MIT
// caught by: case "each warp makes five shuffles"
// Lane 0 fetches the other values one by one: 31 shuffles for 5.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  const int own = sum;
  for (int offset = 1; offset < 32; ++offset) {
    sum += __shfl_down_sync(0xffffffff, own, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
