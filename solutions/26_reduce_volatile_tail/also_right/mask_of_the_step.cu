// SPDX-License-Identifier: MIT
// Right as well: only the lanes that add wait, and the mask names them. They
// are those that stored what the next step reads.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    if (lane >= half) return;
    cache[lane] += cache[lane + half];
    __syncwarp(0xffffffff >> (32 - half));
  }
}
