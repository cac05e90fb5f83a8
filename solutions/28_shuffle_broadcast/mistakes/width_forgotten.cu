// SPDX-License-Identifier: MIT
// caught by: case "two groups of four"
// The whole warp gets the value of one lane.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  const int leaders = __shfl_sync(0xffffffff, value, leader);
  if (i < count) out[i] = value - leaders;
