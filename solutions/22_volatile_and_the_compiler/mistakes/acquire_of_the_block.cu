// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// An acquire, but its scope is the block, and the flag is set by another one.
#include <cuda/atomic>

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_block> shared(*flag);
    while (shared.load(cuda::memory_order_acquire) != value) {
    }
  }
  __syncthreads();
}
