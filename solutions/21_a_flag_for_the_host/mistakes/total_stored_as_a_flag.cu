// SPDX-License-Identifier: MIT
// caught by: case "the host is promised the sum that goes with the flag"
// The fence that reaches the host comes after the flag. It releases the store
// of the next total, which is volatile, too, but not the flag.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  volatile Message* const m = message;
  m->total = total;
  __threadfence();
  m->ready = 1;
  __threadfence_system();
}
