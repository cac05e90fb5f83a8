// SPDX-License-Identifier: MIT
// clang-format off
// CUB for both scans.
#include <cub/cub.cuh>
  // task-begin
__device__ int block_scan(int value) {
  // cub wants the size of the block at compile time; missing threads count 0.
  __shared__ int totals[32];
  using Scan = cub::WarpScan<int>;
  __shared__ Scan::TempStorage storage[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Scan(storage[warp]).InclusiveSum(value, value);
  if (lane == 31) totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int full = blockDim.x / 32;
    int before = lane < full ? totals[lane] : 0;
    Scan(storage[0]).InclusiveSum(before, before);
    totals[lane] = before;
  }
  __syncthreads();
  return warp == 0 ? value : value + totals[warp - 1];
}
  // task-end
