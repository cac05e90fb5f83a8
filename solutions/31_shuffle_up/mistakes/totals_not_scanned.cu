// SPDX-License-Identifier: MIT
// caught by: case "works for any number of values"
// Adds the total of the warp before, not of all warps before.

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
  return warp == 0 ? value : value + totals[warp - 1];
}
