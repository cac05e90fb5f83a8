// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// A fence orders what its own thread does. This one belongs to a thread that has
// not seen the flag.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (*static_cast<volatile int*>(flag) != value) {
    }
  } else if (threadIdx.x == 32) {
    __threadfence();
  }
  __syncthreads();
}
