// SPDX-License-Identifier: MIT
// caught by: case "finds the greatest of any number"
// The sign of the difference says who is greater: not where it leaves the range
// of an int.

__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2)
    value += __shfl_xor_sync(0xffffffff, value, bit);
  return value;
}
__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    const int value = __shfl_xor_sync(0xffffffff, best.value, bit);
    const int place = __shfl_xor_sync(0xffffffff, best.place, bit);
    const int d = int(unsigned(value) - unsigned(best.value));
    if (d > 0 || (d == 0 && place < best.place)) best = {value, place};
  }
  return best;
}
