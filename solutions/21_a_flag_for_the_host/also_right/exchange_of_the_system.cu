// SPDX-License-Identifier: MIT
// Right as well: an atomic whose scope reaches the host.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  __threadfence_system();
  atomicExch_system(&message->ready, 1);
}
