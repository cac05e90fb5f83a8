// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// An atomic function looks each time. It is relaxed, and orders nothing else.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) != value) {
    }
  }
  __syncthreads();
}
