// SPDX-License-Identifier: MIT
// caught by: case "finds the greatest of four"
// Compares the bits as unsigned numbers: -2 is greater than 9.

/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    const unsigned value = __shfl_xor_sync(0xffffffff, best.value, bit);
    const int place = __shfl_xor_sync(0xffffffff, best.place, bit);
    const unsigned mine = best.value;
    if (value > mine || (value == mine && place < best.place)) {
      best = {static_cast<int>(value), place};
    }
  }
  return best;
}
