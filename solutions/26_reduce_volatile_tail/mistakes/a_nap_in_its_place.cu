// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// A pause makes the race rarer. It orders nothing.

__device__ void add_last_64(volatile int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    const int both = cache[lane] + cache[lane + half];
    __nanosleep(100);
    cache[lane] = both;
    __nanosleep(100);
  }
}
