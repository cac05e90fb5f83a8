// SPDX-License-Identifier: MIT
// Right as well: the last argument is left out. Other lanes may read a
// neighbour's segment, but the first lane of each never does.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
