// SPDX-License-Identifier: MIT
// Right as well: the last lane of every warp stores its total, also of a short
// one, so that all totals are there.

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
  if (lane == 31 || threadIdx.x == blockDim.x - 1) totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int warps = (blockDim.x + 31) / 32;
    totals[lane] = warp_scan(lane < warps ? totals[lane] : 0);
  }
  __syncthreads();
  return warp == 0 ? value : value + totals[warp - 1];
}
