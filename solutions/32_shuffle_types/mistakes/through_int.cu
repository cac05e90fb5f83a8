// SPDX-License-Identifier: MIT
// caught by: case "sums int and 64-bit values"
// caught by: case "sums double without losing bits"
// Puts every value in 32 bits first.

/// The sum of the segment's `width` values, right in its first lane.
template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, static_cast<int>(value), step, width);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
