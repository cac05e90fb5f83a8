// SPDX-License-Identifier: MIT
// Right as well: wait() of libcu++ looks until the flag has another value.
#include <cuda/atomic>

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(*flag);
    int seen;
    while ((seen = shared.load(cuda::memory_order_acquire)) != value) {
      shared.wait(seen, cuda::memory_order_acquire);
    }
  }
  __syncthreads();
}
