// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Only lanes with a value shuffle. Their leader may be a lane without one.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < count) {
    const int value = in[i];
    const int leaders = __shfl_sync(0xffffffff, value, leader, width);
    out[i] = value - leaders;
  }
