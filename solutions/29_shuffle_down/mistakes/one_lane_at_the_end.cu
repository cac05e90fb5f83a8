// SPDX-License-Identifier: MIT
// caught by: case "values pass through registers only"
// Shuffles where all is whole, and one lane that adds up the last group.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int first = i / 32 * 32;
  if (first + 32 > count) {
    if (i != first || i >= count) return;
    int all = 0;
    for (int k = i; k < count; ++k) all += in[k];
    sums[i / 32] = all;
    return;
  }
  int sum = in[i];
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (i == first) sums[i / 32] = sum;
