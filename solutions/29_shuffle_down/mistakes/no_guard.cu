// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// Lanes without a value read past the end of `in`.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = in[i];
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
