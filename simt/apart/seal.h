// SPDX-License-Identifier: MIT
// What the process that runs device code gives up before it reads a message.
#pragma once

namespace simt::apart {

/// Drops all privileges, and forbids every system call but those that an
/// interpreter needs: memory, threads, time, the descriptors that are open, and
/// reading files. Forbidden calls fail with EPERM. False when this system has
/// no such filters (seccomp).
bool seal();

}  // namespace simt::apart
