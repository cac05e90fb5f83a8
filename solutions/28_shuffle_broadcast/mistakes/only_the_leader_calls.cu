// SPDX-License-Identifier: MIT
// caught by: case "two groups of four"
// As if the leader sent its value. A shuffle does not send: each lane asks.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  int leaders = 0;
  if (threadIdx.x % width == leader % width) {
    leaders = __shfl_sync(__activemask(), value, leader, width);
  }
  if (i < count) out[i] = value - leaders;
