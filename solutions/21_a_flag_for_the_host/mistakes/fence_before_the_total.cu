// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// The fence orders what comes before it, and the total comes after it.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  __threadfence_system();
  message->total = total;
  static_cast<volatile Message*>(message)->ready = 1;
}
