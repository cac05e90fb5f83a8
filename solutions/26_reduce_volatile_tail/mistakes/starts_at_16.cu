// SPDX-License-Identifier: MIT
// caught by: case "one block of 64 adds 0 to 63"
// 32 lanes are taken for 32 values: the upper 32 are never added.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 16; half > 0; half /= 2) {
    if (lane < half) cache[lane] += cache[lane + half];
    __syncwarp();
  }
}
