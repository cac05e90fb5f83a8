// SPDX-License-Identifier: MIT
// Right as well: 16 lanes load two values each. They need four shuffles, and
// the other 16 lanes take part with 0.

  const int lane = threadIdx.x % 32;
  const int first = blockIdx.x * kThreads + threadIdx.x - lane;
  const int i = first + 2 * lane;
  int sum = 0;
  if (lane < 16 && i + 1 < count) {
    const int2 two = *reinterpret_cast<const int2*>(in + i);
    sum = two.x + two.y;
  } else if (lane < 16 && i < count) {
    sum = in[i];
  }
  for (int offset = 8; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (lane == 0 && first < count) sums[first / 32] = sum;
