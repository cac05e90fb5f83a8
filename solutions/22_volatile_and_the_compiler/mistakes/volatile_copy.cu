// SPDX-License-Identifier: MIT
// caught by: diagnostic livelock
// The copy is volatile, the flag is not: the copy is read again and again, and
// the flag once.

/// Returns when the flag is `value`: what the other block did before it set the
/// flag is seen by all that comes behind. All threads of the block call it.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    volatile int seen = *flag;
    while (seen != value) {
    }
    __threadfence();
  }
  __syncthreads();
}
