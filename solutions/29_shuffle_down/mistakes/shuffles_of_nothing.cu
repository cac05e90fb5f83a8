// SPDX-License-Identifier: MIT
// caught by: case "values pass through registers only"
// Shuffles, so that some are counted, but each lane loads all 32 values.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = 0;
  for (int k = i / 32 * 32; k < i / 32 * 32 + 32 && k < count; ++k)
    sum += in[k];
  sum = __shfl_down_sync(0xffffffff, sum, 0);
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
