// SPDX-License-Identifier: MIT
// An atomic that is an acquire: each look is an atomic, and no fence is needed.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    int seen;
    do {
      asm volatile("atom.acquire.gpu.global.or.b32 %0, [%1], 0;"
                   : "=r"(seen)
                   : "l"(flag)
                   : "memory");
    } while (seen != value);
  }
  __syncthreads();
}
