// SPDX-License-Identifier: MIT
// caught by: case "sums double without losing bits"
// A double is moved as a float, to save a shuffle.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return value;
}

__device__ double segment_sum(double value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    const float moved = static_cast<float>(value);
    value += __shfl_down_sync(0xffffffff, moved, step, width);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
