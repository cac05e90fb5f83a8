// SPDX-License-Identifier: MIT
// caught by: case "two shuffles per step for 64 bits"
// Halves the steps for a whole warp, and takes one lane after another for
// every other width.

template <typename T>
__device__ T segment_sum(T value, int width) {
  if (width == 32) {
    for (int step = 16; step > 0; step /= 2) {
      value += __shfl_down_sync(0xffffffff, value, step);
    }
    return value;
  }
  const T own = value;
  for (int step = 1; step < width; ++step) {
    value += __shfl_down_sync(0xffffffff, own, step, width);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
