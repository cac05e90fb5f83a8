// SPDX-License-Identifier: MIT
// Right as well, and every lane has the sum. Lesson 30 is about this.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
