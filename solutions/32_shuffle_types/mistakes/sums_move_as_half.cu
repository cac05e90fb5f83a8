// SPDX-License-Identifier: MIT
// caught by: case "sums half values in float"
// Adds in float, but each step moves halves: a sum is rounded on its way.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step, width);
  return value;
}
__device__ float2 segment_sum(__half2 value, int width) {
  float2 s = __half22float2(value);
  for (int step = width / 2; step > 0; step /= 2) {
    const __half2 o =
        __shfl_down_sync(0xffffffff, __float22half2_rn(s), step, width);
    s.x += __low2float(o);
    s.y += __high2float(o);
  }
  return s;
}
