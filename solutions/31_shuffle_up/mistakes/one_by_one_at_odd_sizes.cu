// SPDX-License-Identifier: MIT
// caught by: case "at most eleven shuffles per warp"
// Blocks that 32 does not divide add up one value after the other.

/// The sum of the values of lane 0 up to this lane.
__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    // All lanes shuffle; only then the guard. Lanes below `step` got their own
    // value back, which must not count twice.
    const int lower = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += lower;
  }
  return value;
}

/// The sum of the values of thread 0 up to this thread. All threads call it.
__device__ int block_scan(int value) {
  __shared__ int all[1024];
  if (blockDim.x % 32 != 0) {
    all[threadIdx.x] = value;
    __syncthreads();
    int sum = 0;
    for (int t = 0; t <= int(threadIdx.x); ++t) sum += all[t];
    return sum;
  }
  __shared__ int totals[32];  // a block has at most 32 warps
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_scan(value);
  // A last warp without lane 31 stores nothing: no warp comes after it.
  if (lane == 31) totals[warp] = value;
  __syncthreads();  // the totals are complete
  if (warp == 0) {
    const int full_warps = blockDim.x / 32;
    const int before = warp_scan(lane < full_warps ? totals[lane] : 0);
    totals[lane] = before;
  }
  __syncthreads();  // they are scanned
  return warp == 0 ? value : value + totals[warp - 1];
}
