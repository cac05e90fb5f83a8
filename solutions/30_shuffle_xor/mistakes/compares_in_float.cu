// SPDX-License-Identifier: MIT
// caught by: case "sums any number of values"
// caught by: case "finds the greatest of any number"
// A float keeps 24 bits of an int.

__device__ int warp_sum(int value) {
  float sum = value;
  for (int bit = 16; bit > 0; bit /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, bit);
  }
  return sum;
}
__device__ Candidate warp_greatest(Candidate best) {
  float top = best.value;
  for (int bit = 16; bit > 0; bit /= 2) {
    const float value = __shfl_xor_sync(0xffffffff, top, bit);
    const int place = __shfl_xor_sync(0xffffffff, best.place, bit);
    if (value > top || (value == top && place < best.place)) {
      top = value;
      best.place = place;
    }
  }
  return best;
}
