// SPDX-License-Identifier: MIT
// caught by: diagnostic host-atomic
// The scope reaches the host, but an atomic that reads and writes is none to a
// host behind PCIe; memcheck reports it on an H200.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  __threadfence_system();
  atomicExch_system(&message->ready, 1);
}
