// SPDX-License-Identifier: MIT
// Right as well: five shuffles for the greatest value, then a vote on who has
// it.
// __ffs finds the lowest bit that is 1, counted from 1.

__device__ int warp_sum(int value) {
  for (int bit = 1; bit < 32; bit *= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  int greatest = best.value;
  for (int bit = 1; bit < 32; bit *= 2) {
    greatest = max(greatest, __shfl_xor_sync(0xffffffff, greatest, bit));
  }
  const unsigned have = __ballot_sync(0xffffffff, best.value == greatest);
  const int first = best.place / 32 * 32;  // lane 0's
  return {greatest, first + __ffs(have) - 1};
}
