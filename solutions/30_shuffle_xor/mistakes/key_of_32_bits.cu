// SPDX-License-Identifier: MIT
// caught by: case "finds the greatest of any number"
// Value and place in one word of 32 bits: the value keeps 27 of them.

/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  // After each step 2, 4, ... 32 lanes agree. No lane reads outside the warp,
  // as `down` does: so none holds a sum that is wrong.
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

/// The greatest of the warp's 32 candidates, in every lane. Of equal values
/// the one with the lowest place.
__device__ Candidate warp_greatest(Candidate best) {
  const int small = max(min(best.value, (1 << 26) - 1), -(1 << 26));
  int key = small * 32 + 31 - best.place % 32;
  for (int bit = 16; bit > 0; bit /= 2) {
    key = max(key, __shfl_xor_sync(0xffffffff, key, bit));
  }
  return {0, best.place / 32 * 32 + 31 - (key & 31)};
}
