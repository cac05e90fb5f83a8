// SPDX-License-Identifier: MIT
// caught by: case "two barriers and little shared memory"
// Right, but one thread walks over the totals while all others wait.

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
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / 32; ++w) totals[w] += totals[w - 1];
  }
  __syncthreads();
  return warp == 0 ? value : value + totals[warp - 1];
}
