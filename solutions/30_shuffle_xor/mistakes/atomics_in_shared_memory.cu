// SPDX-License-Identifier: MIT
// caught by: case "a sum takes five shuffles per warp"
// Right, but 32 lanes add to one word in shared memory, one after the other.

__device__ int warp_sum(int value) {
  __shared__ int sums[kThreads / 32];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) sums[warp] = 0;
  __syncwarp();
  atomicAdd(&sums[warp], value);
  __syncwarp();
  return sums[warp];
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
