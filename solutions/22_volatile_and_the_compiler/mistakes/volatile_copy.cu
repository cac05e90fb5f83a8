// SPDX-License-Identifier: MIT
// caught by: diagnostic livelock
// The copy is volatile, the flag is not: the copy is read again and again, and
// the flag once.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    volatile int seen = *flag;
    while (seen != value) {
    }
    __threadfence();
  }
  __syncthreads();
}
