// SPDX-License-Identifier: MIT
// caught by: case "the host is promised the sum that goes with the flag"
// The fence is right. But an atomic without _system is one for this device, and
// the host reads the flag.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  __threadfence_system();
  atomicExch(&message->ready, 1);
}
