// SPDX-License-Identifier: MIT
// Right as well, with more looks: each thread waits for the flag itself.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  while (*static_cast<volatile int*>(flag) != value) {
  }
  __threadfence();
  __syncthreads();
}
