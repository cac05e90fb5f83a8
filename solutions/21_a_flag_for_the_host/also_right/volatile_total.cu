// SPDX-License-Identifier: MIT
// Right as well: both stores are volatile, with the fence between them.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  volatile Message* const m = message;
  m->total = total;
  __threadfence_system();
  m->ready = 1;
}
