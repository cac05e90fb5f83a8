// SPDX-License-Identifier: MIT
// caught by: case "works for any number of values"
// Each warp is scanned, and each begins again at 0.

__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
  for (int step = 1; step < 32; step *= 2) {
    const int lower = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += lower;
  }
  return value;
}

__device__ int block_scan(int value) { return warp_scan(value); }
