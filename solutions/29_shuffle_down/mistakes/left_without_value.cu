// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Lanes without a value leave. The others still read from them.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= count) return;
  int sum = in[i];
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0) sums[i / 32] = sum;
