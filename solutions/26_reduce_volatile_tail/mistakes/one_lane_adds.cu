// SPDX-License-Identifier: MIT
// caught by: case "64 values take six steps of one warp"
// No race is left, and no other lane has work.

__device__ void add_last_64(int* cache, int lane) {
  if (lane != 0) return;
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += cache[i];
  cache[0] = sum;
}
