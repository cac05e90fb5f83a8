// SPDX-License-Identifier: MIT
// Right: two floats move as one value of 64 bits.

template <typename T>
__device__ T segment_sum(T value, int width) {
  const int lane = threadIdx.x & 31;
  for (int step = width >> 1; step; step >>= 1)
    value += __shfl_sync(~0u, value, lane + step, width);
  return value;
}
// a pair of floats travels as one 64-bit number
__device__ float2 segment_sum(__half2 value, int width) {
  float2 sum = __half22float2(value);
  const int lane = threadIdx.x & 31;
  for (int step = width >> 1; step; step >>= 1) {
    const long long bits =
        (long long)__float_as_uint(sum.y) << 32 | __float_as_uint(sum.x);
    const long long other = __shfl_sync(~0u, bits, lane + step, width);
    sum.x += __uint_as_float(unsigned(other));
    sum.y += __uint_as_float(unsigned(other >> 32));
  }
  return sum;
}
