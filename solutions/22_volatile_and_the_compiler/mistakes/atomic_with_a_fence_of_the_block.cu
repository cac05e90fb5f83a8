// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// Each look is a relaxed atomic, and the fence reaches the own block alone.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0) != value) {
    }
    __threadfence_block();
  }
  __syncthreads();
}
