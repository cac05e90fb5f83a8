// SPDX-License-Identifier: MIT
// Right as well: cooperative groups call the barrier of a warp tile.sync(). The
// sum of a lane stays in a register.
#include <cooperative_groups.h>

__device__ void add_last_64(int* cache, int lane) {
  const auto tile = cooperative_groups::tiled_partition<32>(
      cooperative_groups::this_thread_block());
  int sum = cache[lane];
  for (int half = 32; half > 0; half /= 2) {
    sum += cache[lane + half];
    tile.sync();
    cache[lane] = sum;
    tile.sync();
  }
}
