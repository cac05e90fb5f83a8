// SPDX-License-Identifier: MIT
// Signals: a crash still leaves a report, a host touch of device memory is
// explained, and a time limit (SIGTERM, SIGALRM) stops a running kernel.
#pragma once

#include <atomic>

namespace simt::cudart {

/// Installs handlers where the program has none yet.
void install_signal_handlers();

/// Brackets every stay in the library. A request to end that arrives inside
/// is carried out by the last leave_library().
void enter_library();
void leave_library();

/// Set when the program ends or was asked to; a running launch stops then.
const std::atomic<bool>& interrupted();
/// Sets it: the calling thread is about to write the report.
void interrupt_launches();

}  // namespace simt::cudart
