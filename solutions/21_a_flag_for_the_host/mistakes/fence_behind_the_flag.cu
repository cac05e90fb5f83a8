// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// The fence comes after both stores, so it does not order them.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  static_cast<volatile Message*>(message)->ready = 1;
  __threadfence_system();
}
