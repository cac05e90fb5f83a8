// SPDX-License-Identifier: MIT
// Right as well: the instruction that a release store becomes.

/// Stores `total`, then says by ready = 1 that it is there. The reader is a
/// thread of the host, or of another block. One thread calls it.
__device__ void send(Message* message, int total) {
  message->total = total;
  asm volatile("st.release.sys.s32 [%0], 1;" ::"l"(&message->ready) : "memory");
}
