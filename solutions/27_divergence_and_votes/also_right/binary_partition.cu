// SPDX-License-Identifier: MIT
// Right as well: the warp is divided into the lanes with odd values and the
// others. A group knows its size, and each lane its rank.
#include <cooperative_groups.h>

  namespace cg = cooperative_groups;
  __shared__ int orders[kWarps][kStretch];
  int* order = orders[warp];
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int odd = 0;
  for (int k = lane; k < kStretch; k += 32) {
    const bool mine = is_odd(values[k]);
    const auto alike = cg::binary_partition(tile, mine);
    const int rank = alike.thread_rank(), size = alike.num_threads();
    order[mine ? odd + rank : kStretch - 1 - (k - lane - odd) - rank] = k;
    odd += mine ? size : 32 - size;
  }
  tile.sync();
  for (int k = lane; k < kStretch; k += 32) {
    unsigned& value = values[order[k]];
    value = is_odd(value) ? long_way(value) : short_way(value);
  }
