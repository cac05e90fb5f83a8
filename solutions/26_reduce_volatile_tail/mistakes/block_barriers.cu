// SPDX-License-Identifier: MIT
// caught by: case "the last six steps have no barrier of the block"
// Right sums on most GPUs, since the other warps have ended; but a barrier of
// the block is not for one warp, and costs more.

__device__ void add_last_64(int* cache, int lane) {
  for (int half = 32; half > 0; half /= 2) {
    if (lane < half) cache[lane] += cache[lane + half];
    __syncthreads();
  }
}
