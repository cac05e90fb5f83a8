// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// The reader may see the flag while the total is not stored yet.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  __threadfence_system();
  static_cast<volatile Message*>(message)->ready = 1;
  __threadfence_system();
  message->total = total;
}
