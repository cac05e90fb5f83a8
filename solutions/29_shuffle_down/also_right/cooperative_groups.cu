// SPDX-License-Identifier: MIT
// Right as well: cooperative groups choose the instructions. For the PTX that
// the emulator runs (compute_75) they are five shuffles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = i < count ? in[i] : 0;
  const auto warp = cooperative_groups::tiled_partition<32>(
      cooperative_groups::this_thread_block());
  sum = cooperative_groups::reduce(warp, sum, cooperative_groups::plus<int>());
  if (warp.thread_rank() == 0 && i < count) sums[i / 32] = sum;
