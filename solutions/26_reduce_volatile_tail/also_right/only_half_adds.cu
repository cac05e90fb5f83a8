// SPDX-License-Identifier: MIT
// Right as well: a step reads places from `half` on and stores below, so no
// lane overwrites what another reads in this step. One barrier is enough.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    if (lane < half) cache[lane] += cache[lane + half];
    __syncwarp();
  }
}
