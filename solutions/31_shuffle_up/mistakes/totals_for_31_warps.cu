// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The last warp has no warp after it, so nobody needs its total. But it stores
// it all the same.

/// The sum of the values of lane 0 up to this lane.
__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    const int lower = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += lower;
  }
  return value;
}

__device__ int block_scan(int value) {
  __shared__ int totals[31];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_scan(value);
  if (lane == 31) totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int full_warps = min(blockDim.x / 32, 31u);
    const int before = warp_scan(lane < full_warps ? totals[lane] : 0);
    if (lane < 31) totals[lane] = before;
  }
  __syncthreads();
  return warp == 0 ? value : value + totals[warp - 1];
}
