// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// The first argument says who takes part, one bit per lane: 31 is lanes 0 to 4.

/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(warpSize - 1, value, bit);
  }
  return value;
}

/// The greatest of the warp's 32 candidates, in every lane. Of equal values
/// the one with the lowest place.
__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    const int value = __shfl_xor_sync(warpSize - 1, best.value, bit);
    const int place = __shfl_xor_sync(warpSize - 1, best.place, bit);
    if (value > best.value || (value == best.value && place < best.place)) {
      best = {value, place};
    }
  }
  return best;
}
