// SPDX-License-Identifier: MIT
// caught by: case "at most eleven shuffles per warp"
// Counts each bit below a lane by a vote: 32 votes in place of five shuffles.

__device__ int warp_scan(int value) {
  const unsigned upto = 0xffffffffu >> (31 - threadIdx.x % 32);
  int sum = 0;
  for (int b = 0; b < 32; ++b)
    sum += __popc(__ballot_sync(0xffffffff, value >> b & 1) & upto) << b;
  return sum;
}
__device__ int block_scan(int value) {
  __shared__ int totals[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_scan(value);
  if (lane == 31) totals[warp] = value;
  __syncthreads();
  if (warp == 0) {
    int t = lane < blockDim.x / 32 ? totals[lane] : 0;
    for (int step = 1; step < 32; step *= 2) {
      const int lower = __shfl_up_sync(0xffffffff, t, step);
      if (lane >= step) t += lower;
    }
    totals[lane] = t;
  }
  __syncthreads();
  return warp == 0 ? value : value + totals[warp - 1];
}
