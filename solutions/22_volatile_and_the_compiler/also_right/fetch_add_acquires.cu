// SPDX-License-Identifier: MIT
// fetch_add with memory_order_acquire: relaxed is the order of atomicAdd alone.
#include <cuda/atomic>

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    while (f.fetch_add(0, cuda::memory_order_acquire) != value) {
    }
  }
  __syncthreads();
}
