// SPDX-License-Identifier: MIT
// Right: a warp finds the sum before it at its own place. Place 0 holds a 0.

__device__ int warp_scan(int value) {
  const unsigned lane = threadIdx.x & 31;
#pragma unroll
  for (unsigned d = 1; d <= 16; d <<= 1) {
    int n = __shfl_up_sync(0xffffffffu, value, d);
    value += lane < d ? 0 : n;
  }
  return value;
}
__device__ int block_scan(int value) {
  __shared__ int before[33];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int whole = blockDim.x / 32;
  value = warp_scan(value);
  if (lane == 31) before[warp + 1] = value;
  if (threadIdx.x == 0) before[0] = 0;
  __syncthreads();
  if (warp == 0) {
    int t = lane < whole ? before[lane + 1] : 0;
    t = warp_scan(t);
    if (lane < whole) before[lane + 1] = t;
  }
  __syncthreads();
  return value + before[warp];
}
