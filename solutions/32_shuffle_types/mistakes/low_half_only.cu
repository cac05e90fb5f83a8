// SPDX-License-Identifier: MIT
// caught by: case "sums int and 64-bit values"
// caught by: case "sums double without losing bits"
// Moves 32 of the 64 bits, and forgets the others.

template <typename T>
__device__ T segment_sum(T value, int width) {
  for (int step = width / 2; step > 0; step /= 2) {
    T other{};
    int word;
    memcpy(&word, &value, 4);
    word = __shfl_down_sync(0xffffffff, word, step, width);
    memcpy(&other, &word, 4);
    value += other;
  }
  return value;
}

__device__ float2 segment_sum(__half2 value, int width) {
  const float2 pair = __half22float2(value);
  return {segment_sum(pair.x, width), segment_sum(pair.y, width)};
}
