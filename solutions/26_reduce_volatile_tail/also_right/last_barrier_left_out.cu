// SPDX-License-Identifier: MIT
// Right as well: after the last step only lane 0 reads, and what it reads is
// its own. So the last barrier may be missing.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 1; half /= 2) {
    if (lane < half) cache[lane] += cache[lane + half];
    __syncwarp();
  }
  if (lane == 0) cache[0] += cache[1];
}
