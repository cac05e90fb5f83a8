// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// As if lanes were counted within the segment: the mask names lanes 0 to
// width-1 of the WARP, and the others call a shuffle that they are not part of.

/// The sum of the segment's `width` values, right in its first lane.
template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(width == 32 ? 0xffffffff : (1u << width) - 1,
                              value, step, width);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
