// SPDX-License-Identifier: MIT
// caught by: case "sums int and 64-bit values"
// A float keeps 24 bits of an int.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    if constexpr (sizeof(T) == 4) {
      float f = value;
      f += __shfl_down_sync(0xffffffff, f, step, width);
      value = T(f);
    } else {
      value += __shfl_down_sync(0xffffffff, value, step, width);
    }
  }
  return value;
}
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
