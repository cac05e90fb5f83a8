// SPDX-License-Identifier: MIT
// Right as well: each segment names its own lanes. The warp then makes one
// shuffle with several masks.

template <typename T>
__device__ T segment_sum(T value, int width) {
  const int first = threadIdx.x % 32 / width * width;
  const unsigned mask = (0xffffffff >> (32 - width)) << first;
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(mask, value, step, width);
  }
  return value;
}

/// The same for x and y apart, in float.
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
