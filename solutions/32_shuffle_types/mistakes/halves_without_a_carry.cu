// SPDX-License-Identifier: MIT
// caught by: case "sums int and 64-bit values"
// Moves the two halves of a 64-bit value, and adds them apart: the carry from
// the lower half is lost.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return value;
}

__device__ long long segment_sum(long long value, int width) {
  unsigned low = static_cast<unsigned>(value);
  int high = static_cast<int>(value >> 32);
  for (int step = width / 2; step > 0; step /= 2) {
    low += __shfl_down_sync(0xffffffff, low, step, width);
    high += __shfl_down_sync(0xffffffff, high, step, width);
  }
  return (static_cast<long long>(high) << 32) + low;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
