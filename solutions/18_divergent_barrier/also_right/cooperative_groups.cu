// SPDX-License-Identifier: MIT
// Right as well: the barrier of cooperative groups; the last 32 values by a tile.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

  namespace cg = cooperative_groups;
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  cache[t] = i < n ? in[i] : 0;
  const unsigned sum = cg::reduce(warp, cache[t], cg::plus<unsigned>());
  if (warp.thread_rank() == 0) cache[t] = sum;
  block.sync();
  if (t == 0) {
    for (int k = 32; k < kBlock; k += 32) cache[0] += cache[k];
  }
  block.sync();
  if (i < n) out[i] = cache[0] - in[i];
