// SPDX-License-Identifier: MIT
// caught by: case "waits for a slow sender"
// Ten looks are enough for a quick sender.

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    for (int look = 0; look < 10; ++look) {
      if (*static_cast<volatile int*>(flag) == value) break;
    }
    __threadfence();
  }
  __syncthreads();
}
