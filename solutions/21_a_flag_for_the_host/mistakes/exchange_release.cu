// SPDX-License-Identifier: MIT
// caught by: diagnostic host-atomic
// Reads and writes: over PCIe the host may come between the two. A store is
// enough, as the page says.
#include <cuda/atomic>

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(message->ready);
  ready.exchange(1, cuda::memory_order_release);
}
