// SPDX-License-Identifier: MIT
// Right as well, in the words of C++: each round is a load, and acquire orders
// what comes after it.
#include <cuda/atomic>

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(*flag);
    while (shared.load(cuda::memory_order_acquire) != value) {
    }
  }
  __syncthreads();
}
