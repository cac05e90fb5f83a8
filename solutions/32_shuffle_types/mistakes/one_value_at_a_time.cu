// SPDX-License-Identifier: MIT
// caught by: case "two shuffles per step for 64 bits"
// Fetches the values of the segment one by one: 31 shuffles for 5.

template <typename T>
__device__ T segment_sum(T value, int width) {
  const T own = value;
  for (int step = 1; step < width; ++step) {
    value += __shfl_down_sync(0xffffffff, own, step, width);
  }
  return value;
}

__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
