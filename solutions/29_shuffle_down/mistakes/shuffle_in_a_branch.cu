// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Only the lanes that gain something shuffle. The lanes that they read from
// stand outside of the branch and take no part.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    if (threadIdx.x % 32 < offset) {
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
