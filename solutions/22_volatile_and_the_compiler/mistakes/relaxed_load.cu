// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// Each look is a load, and relaxed says that it orders nothing else.
#include <cuda/atomic>

/// Returns when the flag is `value`. All threads of the block call it, and then
/// see what the other block did before it set the flag.
__device__ void wait_for(int* flag, int value) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> shared(*flag);
    while (shared.load(cuda::memory_order_relaxed) != value) {
    }
  }
  __syncthreads();
}
