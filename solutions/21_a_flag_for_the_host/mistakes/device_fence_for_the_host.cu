// SPDX-License-Identifier: MIT
// caught by: case "the host is promised the sum that goes with the flag"
// Enough for another block. The host is no thread of this device.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  __threadfence();
  static_cast<volatile Message*>(message)->ready = 1;
}
