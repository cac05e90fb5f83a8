// SPDX-License-Identifier: MIT
// caught by: case "finds the greatest of four"
// The greatest value and the lowest place, each for itself.

/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    best.value = max(best.value, __shfl_xor_sync(0xffffffff, best.value, bit));
    best.place = min(best.place, __shfl_xor_sync(0xffffffff, best.place, bit));
  }
  return best;
}
