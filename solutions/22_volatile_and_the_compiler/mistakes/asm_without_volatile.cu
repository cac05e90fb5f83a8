// SPDX-License-Identifier: MIT
// caught by: diagnostic livelock
// An asm whose result depends on its inputs alone may be moved out of the loop.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    int seen;
    do {
      asm("ld.relaxed.gpu.s32 %0, [%1];" : "=r"(seen) : "l"(flag));
    } while (seen != value);
    __threadfence();
  }
  __syncthreads();
}
