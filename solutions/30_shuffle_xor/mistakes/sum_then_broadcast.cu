// SPDX-License-Identifier: MIT
// caught by: case "a sum takes five shuffles per warp"
// Right, but a sixth shuffle tells the others what a butterfly tells all.

__device__ int warp_sum(int value) {
  for (int step = 16; step > 0; step /= 2) {
    value += __shfl_down_sync(0xffffffff, value, step);
  }
  return __shfl_sync(0xffffffff, value, 0);
}

__device__ Candidate warp_greatest(Candidate best) {
  for (int bit = 16; bit > 0; bit /= 2) {
    const int value = __shfl_xor_sync(0xffffffff, best.value, bit);
    const int place = __shfl_xor_sync(0xffffffff, best.place, bit);
    if (value > best.value || (value == best.value && place < best.place)) {
      best = {value, place};
    }
  }
  return best;
}
