// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// Behind a fence the compiler loads again, so this seems to work. But a plain
// load at the same time as a store is a race.

/// Returns when the flag is `value`: what the other block did before it set the
/// flag is seen by all that comes behind. All threads of the block call it.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (*flag != value) {
      __threadfence();
    }
    __threadfence();
  }
  __syncthreads();
}
