// SPDX-License-Identifier: MIT
// caught by: case "each warp makes one shuffle"
// caught by: case "values pass through registers only"
// Right, by way of shared memory and a wait that a shuffle does not need.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  __shared__ int leaders[kThreads];
  const int value = i < count ? in[i] : 0;
  const int group = threadIdx.x / width;
  if (threadIdx.x % width == leader % width) leaders[group] = value;
  __syncwarp();
  if (i < count) out[i] = value - leaders[group];
