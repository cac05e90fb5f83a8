// SPDX-License-Identifier: MIT
// caught by: case "takes turns many times"
// The flag is a counter. This wait ends at once from the second message on.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0 && value > 0) {
    while (*static_cast<volatile int*>(flag) == 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
