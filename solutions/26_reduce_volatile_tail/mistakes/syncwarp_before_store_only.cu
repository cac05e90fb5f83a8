// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// Inside a step all is in order, but the next step may load too early.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    const int both = cache[lane] + cache[lane + half];
    __syncwarp();
    cache[lane] = both;
  }
}
