// SPDX-License-Identifier: MIT
// caught by: case "each warp makes five shuffles"
// Lane 0 adds 32 values one after the other, 31 lanes do nothing.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (threadIdx.x % 32 == 0 && i < count) {
    int sum = 0;
    for (int k = i; k < i + 32 && k < count; ++k) sum += in[k];
    sums[i / 32] = sum;
  }
