// SPDX-License-Identifier: MIT
// caught by: case "of equal values the first wins in every lane"
// A vote finds who has the greatest value, but the highest lane is taken.

/// The sum of the warp's 32 values, in every lane.
__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  int greatest = best.value;
  for (int bit = 16; bit > 0; bit /= 2) {
    greatest = max(greatest, __shfl_xor_sync(0xffffffff, greatest, bit));
  }
  const unsigned have = __ballot_sync(0xffffffff, best.value == greatest);
  return {greatest, best.place / 32 * 32 + 31 - __clz(have)};
}
