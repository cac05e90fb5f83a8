// SPDX-License-Identifier: MIT
// caught by: case "two shuffles per step for 64 bits"
// caught by: case "sums int and 64-bit values"
// One way for all types: ints take twice the shuffles, and 64-bit integers lose
// bits.

template <typename T>
__device__ T segment_sum(T own, int width) {
  double value = own;
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return static_cast<T>(value);
}

__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
