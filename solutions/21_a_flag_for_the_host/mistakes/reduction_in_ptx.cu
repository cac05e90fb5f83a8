// SPDX-License-Identifier: MIT
// caught by: diagnostic host-atomic
// A reduction reads and writes as well. Over PCIe it is none to the host;
// memcheck reports it on an H200.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  asm volatile("red.release.sys.global.add.s32 [%0], 1;" ::"l"(&message->ready)
               : "memory");
}
