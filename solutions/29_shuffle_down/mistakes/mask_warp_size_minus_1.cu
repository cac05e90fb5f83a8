// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// A mask has one bit per lane. warpSize - 1 is 31: it names lanes 0 to 4, and
// lanes 5 to 31 call a shuffle that they are not part of.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(warpSize - 1, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
