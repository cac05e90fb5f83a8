// SPDX-License-Identifier: MIT
// Right as well: cooperative groups scan the warps; the block is joined as
// before.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ int block_scan(int value) {
  __shared__ int totals[32];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  value = cg::inclusive_scan(warp, value);
  if (warp.thread_rank() == 31) totals[warp.meta_group_rank()] = value;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    const unsigned lane = warp.thread_rank();
    const int total = lane < blockDim.x / 32 ? totals[lane] : 0;
    totals[lane] = cg::inclusive_scan(warp, total) - total;
  }
  block.sync();
  return value + totals[warp.meta_group_rank()];
}
