// SPDX-License-Identifier: MIT
// Inclusive scan: each value gets the sum of all values of its block up to and
// including itself. Each thread works on one value. A block may have any
// number of threads from 1 to 1024, so its last warp may have fewer than 32
// lanes, and threads of the last block may have no value.
#include "common/cuda_check.h"
#include "lesson.h"

// task-begin
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
// task-end

__global__ void scan_kernel(const int* in,  // count values
                            int* out,       // count sums
                            int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int sum = block_scan(i < count ? in[i] : 0);
  if (i < count) out[i] = sum;
}

void scan_blocks(const int* in, int* out, int count, int threads) {
  if (count == 0) return;
  const int blocks = (count + threads - 1) / threads;
  scan_kernel<<<blocks, threads>>>(in, out, count);
  CUDA_CHECK(cudaGetLastError());
}
