// SPDX-License-Identifier: MIT
// Right as well: CUB adds. All threads call it, those without a value with 0.
#include <cub/block/block_reduce.cuh>

  using Reduce = cub::BlockReduce<unsigned, kBlock>;
  __shared__ typename Reduce::TempStorage room;
  const unsigned mine = i < n ? in[i] : 0;
  const unsigned sum = Reduce(room).Sum(mine);
  if (t == 0) cache[0] = sum;
  __syncthreads();
  if (i < n) out[i] = cache[0] - mine;
