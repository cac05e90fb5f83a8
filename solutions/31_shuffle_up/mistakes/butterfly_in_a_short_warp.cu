// SPDX-License-Identifier: MIT
// caught by: diagnostic inactive-shuffle-source
// Each warp adds up the totals before it by a butterfly. In a short last warp
// partners are missing, and with them the totals that they would bring.

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
  int before = lane < warp ? totals[lane] : 0;
  for (int bit = 16; bit > 0; bit /= 2) {
    before += __shfl_xor_sync(0xffffffff, before, bit);
  }
  return value + before;
}
