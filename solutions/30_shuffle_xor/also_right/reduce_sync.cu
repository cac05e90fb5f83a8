// SPDX-License-Identifier: MIT
// Right as well: one instruction where the GPU has it, five shuffles elsewhere.
// The emulator runs the code for compute capability 7.5, so it sees shuffles.

#if __CUDA_ARCH__ >= 800
__device__ int warp_sum(int value) {
  return __reduce_add_sync(0xffffffff, value);
}

__device__ Candidate warp_greatest(Candidate best) {
  const int greatest = __reduce_max_sync(0xffffffff, best.value);
  const int mine = best.value == greatest ? best.place : INT_MAX;
  return {greatest, __reduce_min_sync(0xffffffff, mine)};
}
#else
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
  int place = best.value == greatest ? best.place : INT_MAX;
  for (int bit = 1; bit < 32; bit *= 2) {
    place = min(place, __shfl_xor_sync(0xffffffff, place, bit));
  }
  return {greatest, place};
}
#endif
