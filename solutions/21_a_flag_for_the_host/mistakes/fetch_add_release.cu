// SPDX-License-Identifier: MIT
// caught by: diagnostic host-atomic
// Adds 1 where a store of 1 is enough. Over PCIe the host sees no atomic
// addition.
#include <cuda/atomic>

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(message->ready);
  ready.fetch_add(1, cuda::memory_order_release);
}
