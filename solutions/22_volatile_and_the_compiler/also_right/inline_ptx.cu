// SPDX-License-Identifier: MIT
// Right as well: volatile keeps the asm in the loop, and acquire orders what comes
// after it, for the compiler by "memory".

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    int seen;
    do {
      asm volatile("ld.acquire.gpu.s32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(flag)
                   : "memory");
    } while (seen != value);
  }
  __syncthreads();
}
