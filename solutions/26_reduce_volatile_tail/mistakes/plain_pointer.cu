// SPDX-License-Identifier: MIT
// caught by: diagnostic warp-race
// caught by: case "one block of 64 adds 0 to 63"
// The old tail without volatile: the compiler keeps a sum in a register and
// loads places before other lanes have stored there.

__device__ void add_last_64(int* cache, int lane) {
  cache[lane] += cache[lane + 32];
  cache[lane] += cache[lane + 16];
  cache[lane] += cache[lane + 8];
  cache[lane] += cache[lane + 4];
  cache[lane] += cache[lane + 2];
  cache[lane] += cache[lane + 1];
}
