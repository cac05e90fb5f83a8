// SPDX-License-Identifier: MIT
// caught by: diagnostic global-race
// An ordinary store may be split, moved or left out by the compiler. A flag
// needs a volatile or atomic one.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  __threadfence_system();
  message->ready = 1;
}
