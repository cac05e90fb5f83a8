// SPDX-License-Identifier: MIT
// caught by: case "64 values take six steps of one warp"
// No race is left: all lanes add to one word, one after another.

__device__ void add_last_64(int* cache, int lane) {
  if (lane > 0) atomicAdd(cache, cache[lane]);
  atomicAdd(cache, cache[lane + 32]);
  __syncwarp();
}
