// SPDX-License-Identifier: MIT
// What the process that judges says to who started it, besides its results.
// It goes into the file that SIMT_HANDSHAKE names: a submission's function has
// no way to it, whatever the text of its exceptions.
#pragma once

namespace simt::apart {

/// This machine, and no submission, is why the run says nothing: a sentence.
void blame_machine(const char* why);

/// A function's process was ended by SIGKILL, which may be the kernel's doing.
void note_killed();

/// The process that runs device code had no memory: the submission may have
/// used it up, or the machine has none.
void note_no_memory();

}  // namespace simt::apart
