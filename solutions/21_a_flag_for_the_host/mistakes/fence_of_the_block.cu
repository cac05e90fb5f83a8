// SPDX-License-Identifier: MIT
// caught by: diagnostic missing-fence
// This fence reaches the threads of the own block. The readers are elsewhere.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  __threadfence_block();
  static_cast<volatile Message*>(message)->ready = 1;
}
