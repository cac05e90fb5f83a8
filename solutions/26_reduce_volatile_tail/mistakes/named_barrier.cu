// SPDX-License-Identifier: MIT
// caught by: case "the last six steps have no barrier of the block"
// A named barrier of 32 threads: right, but it is one of the 16 of the block.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    if (lane < half) cache[lane] += cache[lane + half];
    asm volatile("bar.sync 1, 32;" ::: "memory");
  }
}
