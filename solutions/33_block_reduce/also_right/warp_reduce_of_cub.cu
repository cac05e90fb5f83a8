// SPDX-License-Identifier: MIT
// Right as well: CUB knows how many lanes are there.
#include <cub/warp/warp_reduce.cuh>

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  using Warp = cub::WarpReduce<int>;
  __shared__ typename Warp::TempStorage storage[32];
  __shared__ int slots[32], result;
  const int warp = threadIdx.x / 32, threads = blockDim.x;
  value = Warp(storage[warp]).Reduce(value, op, min(32, threads - 32 * warp));
  if (threadIdx.x % 32 == 0) slots[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int warps = (threads + 31) / 32;
    value = threadIdx.x < warps ? slots[threadIdx.x] : Op::kIdentity;
    value = Warp(storage[0]).Reduce(value, op, warps);
    if (threadIdx.x == 0) result = value;
  }
  __syncthreads();
  return result;
}
