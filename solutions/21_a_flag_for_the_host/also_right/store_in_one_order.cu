// SPDX-License-Identifier: MIT
// Right as well: the default order of an atomic is the strongest one.
#include <cuda/atomic>

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  cuda::atomic_ref<int, cuda::thread_scope_system> ready(message->ready);
  ready.store(1);
}
