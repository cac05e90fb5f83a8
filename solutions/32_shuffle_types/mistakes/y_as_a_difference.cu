// SPDX-License-Identifier: MIT
// caught by: case "sums half values in float"
// y is the sum of both, less that of x: a large x takes its last bits.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step, width);
  return value;
}
__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  const float both = segment_sum(pair.x + pair.y, width),
              x = segment_sum(pair.x, width);
  return {x, both - x};
}
