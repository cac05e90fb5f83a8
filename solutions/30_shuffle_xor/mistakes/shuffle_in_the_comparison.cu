// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// The place is fetched only by lanes that need it; their partner does not come.

__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, bit);
  }
  return value;
}

__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    const int value = __shfl_xor_sync(0xffffffff, best.value, bit);
    if (value > best.value) {
      best = {value, __shfl_xor_sync(0xffffffff, best.place, bit)};
    }
  }
  return best;
}
