// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// A mask has one bit a lane. warpSize - 1 is 31: it names lanes 0 to 4, and
// lanes 5 to 31 call a shuffle that they are not part of.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  const int leaders = __shfl_sync(warpSize - 1, value, leader, width);
  if (i < count) out[i] = value - leaders;
