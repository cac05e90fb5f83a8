// SPDX-License-Identifier: MIT
// caught by: case "the host is promised the sum that goes with the flag"
// The fence that reaches the host comes before the total. Between total and
// flag is one for the device alone.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  __threadfence_system();
  message->total = total;
  __threadfence();
  static_cast<volatile Message*>(message)->ready = 1;
}
