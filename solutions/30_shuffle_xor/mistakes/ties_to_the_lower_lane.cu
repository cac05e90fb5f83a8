// SPDX-License-Identifier: MIT
// caught by: case "of equal values the first wins in every lane"
// Of equal values the one in the lower lane wins. After the first step it may
// have come from lane 16 or later, and the other one from an earlier place.

__device__ int warp_sum(int value) {
  for (int bit = 16; bit > 0; bit /= 2)
    value += __shfl_xor_sync(0xffffffff, value, bit);
  return value;
}
__device__ Candidate warp_greatest(Candidate best) {
  const int lane = threadIdx.x % 32;
  for (int bit = 16; bit > 0; bit /= 2) {
    const int v = __shfl_xor_sync(0xffffffff, best.value, bit);
    const int p = __shfl_xor_sync(0xffffffff, best.place, bit);
    if (v > best.value || (v == best.value && (lane & bit))) best = {v, p};
  }
  return best;
}
