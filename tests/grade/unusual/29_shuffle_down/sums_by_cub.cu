// SPDX-License-Identifier: MIT
// clang-format off
// CUB, which the page recommends.
#include <cub/cub.cuh>
  // task-begin
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage storage[kThreads / 32];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int sum =
      Reduce(storage[threadIdx.x / 32]).Sum(i < count ? in[i] : 0);
  if (threadIdx.x % 32 == 0 && i < count) sums[i / 32] = sum;
  // task-end
