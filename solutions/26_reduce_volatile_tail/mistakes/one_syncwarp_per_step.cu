// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// Steps are in order, but inside a step one lane stores what another loads.

__device__ void add_last_64(int* cache, int lane) {
  cache[lane] += cache[lane + 32];
  __syncwarp();
  cache[lane] += cache[lane + 16];
  __syncwarp();
  cache[lane] += cache[lane + 8];
  __syncwarp();
  cache[lane] += cache[lane + 4];
  __syncwarp();
  cache[lane] += cache[lane + 2];
  __syncwarp();
  cache[lane] += cache[lane + 1];
  __syncwarp();
}
