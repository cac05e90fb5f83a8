// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// __syncwarp waits for the lanes of one warp. The other warps read the totals
// before the first one has scanned them.

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
  __shared__ int totals[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_scan(value);
  if (lane == 31) totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int full_warps = blockDim.x / 32;
    totals[lane] = warp_scan(lane < full_warps ? totals[lane] : 0);
  }
  __syncwarp();
  return warp == 0 ? value : value + totals[warp - 1];
}
