// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// The wait ends, but the message may still be loaded before the flag.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (*static_cast<volatile int*>(flag) != value) {
    }
  }
  __syncthreads();
}
