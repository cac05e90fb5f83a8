// SPDX-License-Identifier: MIT
// caught by: diagnostic livelock
// caught by: case "hands one message over"
// The fence is there, but the loop looks at a register: one load before the
// loop.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (*flag != value) {
    }
    __threadfence();
  }
  __syncthreads();
}
