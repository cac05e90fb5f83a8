// SPDX-License-Identifier: MIT
// Right as well: each warp adds up the totals of the warps before it, so that
// one barrier is enough. Eleven shuffles per warp.

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
  // A short last warp has fewer lanes than there are totals.
  const int lanes = min(32, int(blockDim.x) - 32 * warp);
  int before = 0;
  for (int w = lane; w < warp; w += lanes) before += totals[w];
  before = __shfl_sync(0xffffffff, warp_scan(before), lanes - 1);
  return value + before;
}
