// SPDX-License-Identifier: MIT
// caught by: case "sends one sum"
// The flag comes, with whatever lay in the message before.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  (void)total;
  __threadfence_system();
  static_cast<volatile Message*>(message)->ready = 1;
}
