// SPDX-License-Identifier: MIT
// caught by: case "any size of block, any operator"
// The library reduces the lanes that are there. CUDA does not promise that all
// lanes that take a branch are there together.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

template <typename Op>
__device__ int block_reduce(Op op, int value) {
  namespace cg = cooperative_groups;
  __shared__ int slots[32], result;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warps = (blockDim.x + 31) / 32;
  value = cg::reduce(cg::coalesced_threads(), value, op);
  if (lane == 0) slots[warp] = value;
  __syncthreads();
  if (threadIdx.x < warps) {
    value = cg::reduce(cg::coalesced_threads(), slots[lane], op);
    if (lane == 0) result = value;
  }
  __syncthreads();
  return result;
}
