// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// The tail as it was written before Volta: volatile, and lanes in step.

__device__ void add_last_64(volatile int* cache, int lane) {
  cache[lane] += cache[lane + 32];
  cache[lane] += cache[lane + 16];
  cache[lane] += cache[lane + 8];
  cache[lane] += cache[lane + 4];
  cache[lane] += cache[lane + 2];
  cache[lane] += cache[lane + 1];
}
