// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Only lanes with a value shuffle. The guard drops what the last ones read,
// but they read from lanes that do not come.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffff, i < count);
  if (i < count) {
    int sum = in[i];
    const int lane = threadIdx.x % 32, here = __popc(mask);
    for (int d = 16; d > 0; d /= 2) {
      const int other = __shfl_down_sync(mask, sum, d);
      if (lane + d < here) sum += other;
    }
    if (lane == 0) sums[i / 32] = sum;
  }
