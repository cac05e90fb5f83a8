// SPDX-License-Identifier: MIT
// Right as well: without `width`, the lane counted within the whole warp.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  const int leaders = __shfl_sync(
      0xffffffff, value, threadIdx.x % 32 / width * width + leader % width);
  if (i < count) out[i] = value - leaders;
