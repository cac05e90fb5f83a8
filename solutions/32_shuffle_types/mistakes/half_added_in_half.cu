// SPDX-License-Identifier: MIT
// caught by: case "sums half values in float"
// One shuffle moves a pair, one instruction adds it. And the sums are wrong:
// half has 11 bits.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step, width);
  }
  return value;
}

__device__ float2 segment_sum(__half2 value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    value = __hadd2(value, __shfl_down_sync(0xffffffff, value, step, width));
  }
  return __half22float2(value);
}
