// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// This fence is for threads of the own block. The message comes from another
// one.

/// Returns when the flag is `value`: what the other block did before it set the
/// flag is seen by all that comes behind. All threads of the block call it.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    while (*static_cast<volatile int*>(flag) != value) {
    }
    __threadfence_block();
  }
  __syncthreads();
}
