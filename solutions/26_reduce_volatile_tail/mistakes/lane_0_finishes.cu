// SPDX-License-Identifier: MIT
// caught by: case "64 values take six steps of one warp"
// One step of the warp, then lane 0 adds what is left.

__device__ void add_last_64(int* cache, int lane) {
  const int both = cache[lane] + cache[lane + 32];
  __syncwarp();
  cache[lane] = both;
  __syncwarp();
  if (lane != 0) return;
  int sum = 0;
  for (int i = 0; i < 32; ++i) sum += cache[i];
  cache[0] = sum;
}
