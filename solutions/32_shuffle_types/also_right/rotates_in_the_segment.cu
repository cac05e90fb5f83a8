// SPDX-License-Identifier: MIT
// Right as well: rotates within the segment, so that every lane has the sum. A
// source outside of the segment wraps.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = 1; step < width; step *= 2) {
    value += __shfl_sync(0xffffffff, value, threadIdx.x + step, width);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
