// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// A fence orders the accesses of one thread; it waits for no other thread.

__device__ void add_last_64(volatile int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    const int both = cache[lane] + cache[lane + half];
    __threadfence_block();
    cache[lane] = both;
    __threadfence_block();
  }
}
