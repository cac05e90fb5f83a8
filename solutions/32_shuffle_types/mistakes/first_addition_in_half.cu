// SPDX-License-Identifier: MIT
// caught by: case "sums half values in float"
// Moves a pair in one shuffle, which is right, but adds it as halves before it
// becomes floats.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return value;
}

__device__ float2 segment_sum(__half2 value, int width) {
  int step = width / 2;
  if (step > 0) {
    value = __hadd2(value, __shfl_down_sync(0xffffffff, value, step, width));
  }
  float2 sum = __half22float2(value);
  for (step /= 2; step > 0; step /= 2) {
    sum.x += __shfl_down_sync(0xffffffff, sum.x, step, width);
    sum.y += __shfl_down_sync(0xffffffff, sum.y, step, width);
  }
  return sum;
}
