// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// __ldcv loads again each time, but as a plain access: beside a store it is a race.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (__ldcv(flag) != value) {
    }
    __threadfence();
  }
  __syncthreads();
}
