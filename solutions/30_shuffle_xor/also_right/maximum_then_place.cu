// SPDX-License-Identifier: MIT
// Two butterflies of five: the maximum, then the lowest place that has it.

__device__ int warp_sum(int value) {
  const int lane = threadIdx.x & 31;
#pragma unroll
  for (int bit = 1; bit <= 16; bit <<= 1)
    value += __shfl_sync(~0u, value, lane ^ bit);
  return value;
}
__device__ Candidate warp_greatest(Candidate best) {
  int m = best.value;
  for (int bit = 1; bit < 32; bit *= 2)
    m = max(m, __shfl_xor_sync(~0u, m, bit));
  int p = best.value == m ? best.place : INT_MAX;
  for (int bit = 1; bit < 32; bit *= 2)
    p = min(p, __shfl_xor_sync(~0u, p, bit));
  return {m, p};
}
