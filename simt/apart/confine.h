// SPDX-License-Identifier: MIT
// A filter of system calls for a process whose code is not trusted.
#pragma once

namespace simt::apart {

/// From here on this process and its threads start no other process or
/// program, and neither signal, limit nor look into one: such calls fail with
/// EPERM; so do new handlers of SIGSEGV and SIGBUS. More threads are possible.
/// False when this system has no such filters (seccomp).
bool confine();

}  // namespace simt::apart
