// SPDX-License-Identifier: MIT
// caught by: case "two shuffles per step for 64 bits"
// Every lane fetches each value of its segment: right, but 32 shuffles for 5.

template <typename T>
__device__ T segment_sum(T value, int width) {
  T sum{};
  for (int lane = 0; lane < width; ++lane) {
    sum += __shfl_sync(0xffffffff, value, lane, width);
  }
  return sum;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
