// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-mask
// The mask is taken for the number of the last lane: 31 names lanes 0 to 4.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    if (lane < half) cache[lane] += cache[lane + half];
    __syncwarp(warpSize - 1);
  }
}
