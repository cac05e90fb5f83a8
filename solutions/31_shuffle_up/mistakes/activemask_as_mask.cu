// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Asks in each step who is here now. After the guard some lanes may come later
// than others, and then their values are missing.

__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    const int lower = __shfl_up_sync(__activemask(), value, step);
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
  __syncthreads();
  return warp == 0 ? value : value + totals[warp - 1];
}
