// SPDX-License-Identifier: MIT
// Right as well: CUB scans the warps. For ints it makes five shuffles and does
// not touch the storage that it asks for.
#include <cub/warp/warp_scan.cuh>

__device__ int block_scan(int value) {
  using Scan = cub::WarpScan<int>;
  __shared__ Scan::TempStorage storage[32];
  __shared__ int totals[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Scan(storage[warp]).InclusiveSum(value, value);
  if (lane == 31) totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int full_warps = blockDim.x / 32;
    int before = lane < full_warps ? totals[lane] : 0;
    Scan(storage[0]).InclusiveSum(before, before);
    totals[lane] = before;
  }
  __syncthreads();
  return warp == 0 ? value : value + totals[warp - 1];
}
