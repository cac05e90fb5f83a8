// SPDX-License-Identifier: MIT
// caught by: case "each warp makes one shuffle"
// The value goes from lane to lane in five steps, as a sum does. One is enough.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  int leaders = threadIdx.x % width == leader % width ? value : 0;
  for (int step = width / 2; step > 0; step /= 2) {
    leaders |= __shfl_xor_sync(0xffffffff, leaders, step);
  }
  if (i < count) out[i] = value - leaders;
