// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// After a fence the compiler loads again, so this seems to work. But a plain
// load at the same time as a store is a race.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (*flag != value) {
      __threadfence();
    }
    __threadfence();
  }
  __syncthreads();
}
