// SPDX-License-Identifier: MIT
// Right as well, and a shuffle less for a pair of halves: the first step moves
// values that nobody has added yet, so it may move them as halves.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return value;
}

__device__ float2 segment_sum(__half2 value, int width) {
  float2 sum = __half22float2(value);
  int step = width / 2;
  if (step > 0) {
    const __half2 other = __shfl_down_sync(0xffffffff, value, step, width);
    const float2 more = __half22float2(other);
    sum = {sum.x + more.x, sum.y + more.y};
  }
  for (step /= 2; step > 0; step /= 2) {
    sum.x += __shfl_down_sync(0xffffffff, sum.x, step, width);
    sum.y += __shfl_down_sync(0xffffffff, sum.y, step, width);
  }
  return sum;
}
