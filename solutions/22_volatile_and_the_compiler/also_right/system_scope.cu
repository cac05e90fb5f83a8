// SPDX-License-Identifier: MIT
// Right as well: a wider scope than needed, as in lesson 21.
#include <cuda/atomic>

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_system> shared(*flag);
    while (shared.load(cuda::memory_order_relaxed) < value) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire,
                              cuda::thread_scope_system);
  }
  __syncthreads();
}
