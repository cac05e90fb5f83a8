// SPDX-License-Identifier: MIT
// Right as well: the instruction itself. 0x1f says that the segment is the
// whole warp, and that lane 31 is its last lane.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) {
    int other;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;"
                 : "=r"(other)
                 : "r"(sum), "r"(offset));
    sum += other;
  }
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
