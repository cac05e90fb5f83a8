// SPDX-License-Identifier: MIT
// Right as well: a tile is a group that knows its size. The size is part of its
// type, so each width is a case of its own.
#include <cooperative_groups.h>

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int value = i < count ? in[i] : 0;
  const auto block = cooperative_groups::this_thread_block();
  const int lane = leader % width;
  const auto of = [&](const auto& tile) { return tile.shfl(value, lane); };
  using cooperative_groups::tiled_partition;
  int leaders = value;
  if (width == 2) leaders = of(tiled_partition<2>(block));
  if (width == 4) leaders = of(tiled_partition<4>(block));
  if (width == 8) leaders = of(tiled_partition<8>(block));
  if (width == 16) leaders = of(tiled_partition<16>(block));
  if (width == 32) leaders = of(tiled_partition<32>(block));
  if (i < count) out[i] = value - leaders;
