// SPDX-License-Identifier: MIT
// caught by: case "a leader outside the group wraps"
// Computes the lane by hand, and a leader outside the group is a lane of the
// next group.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  const int leaders =
      __shfl_sync(0xffffffff, value, threadIdx.x % 32 / width * width + leader);
  if (i < count) out[i] = value - leaders;
