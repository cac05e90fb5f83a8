// SPDX-License-Identifier: MIT
// Right as well: a fence with its order and its scope, and a relaxed store.
#include <cuda/atomic>

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  cuda::atomic_thread_fence(cuda::memory_order_release,
                            cuda::thread_scope_system);
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(message->ready);
  ready.store(1, cuda::memory_order_relaxed);
}
