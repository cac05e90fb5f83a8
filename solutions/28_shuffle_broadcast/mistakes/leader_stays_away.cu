// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// The leader knows its own value, so it does not call: and nobody can read it.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  int leaders = value;
  if (threadIdx.x % width != leader % width) {
    leaders = __shfl_sync(0xffffffff, value, leader, width);
  }
  if (i < count) out[i] = value - leaders;
