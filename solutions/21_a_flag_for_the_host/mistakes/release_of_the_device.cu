// SPDX-License-Identifier: MIT
// caught by: case "the host is promised the sum that goes with the flag"
// A release, but of a scope that ends at this device.
#include <cuda/atomic>

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(message->ready);
  ready.store(1, cuda::memory_order_release);
}
