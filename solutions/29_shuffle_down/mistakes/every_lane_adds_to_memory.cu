// SPDX-License-Identifier: MIT
// caught by: case "values pass through registers only"
// Lane 0 clears the sum and all lanes add to it in memory.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = 0;
  __syncwarp();
  if (i < count) atomicAdd(&sums[i / 32], in[i]);
