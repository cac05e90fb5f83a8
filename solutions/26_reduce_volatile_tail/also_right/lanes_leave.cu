// SPDX-License-Identifier: MIT
// Right as well: lanes without a pair leave the loop and end. The barrier waits
// for lanes that have not ended.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    if (lane < half) {
      cache[lane] += cache[lane + half];
      __syncwarp();
    }
  }
}
