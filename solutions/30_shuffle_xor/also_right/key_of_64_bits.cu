// SPDX-License-Identifier: MIT
// Right as well: value and place in one number of 64 bits. A shuffle of it is
// two shuffles, so ten in all.

/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  // Of equal values the lower place makes the greater key.
  long long key =
      (static_cast<long long>(best.value) << 32) | (INT_MAX - best.place);
  for (int bit = 16; bit > 0; bit /= 2) {
    const long long other = __shfl_xor_sync(0xffffffff, key, bit);
    key = other > key ? other : key;
  }
  return {static_cast<int>(key >> 32), INT_MAX - static_cast<int>(key)};
}
