// SPDX-License-Identifier: MIT
// Right as well: sleeps between looks, longer each time, so that it asks less.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    unsigned nanoseconds = 20;
    while (*static_cast<volatile int*>(flag) != value) {
      __nanosleep(nanoseconds);
      if (nanoseconds < 1000) nanoseconds *= 2;
    }
    __threadfence();
  }
  __syncthreads();
}
