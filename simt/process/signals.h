// SPDX-License-Identifier: MIT
// Signals: a crash still leaves a report, a host touch of device memory is
// explained, and a time limit (SIGTERM, SIGALRM) or the user (SIGINT, SIGHUP)
// stops a running kernel.
#pragma once

#include "simt/process/ending.h"

namespace simt::cudart {

/// Installs handlers where the program has none yet. `write_reports` is called
/// before the process ends by one.
void install_signal_handlers(void (*write_reports)(Ending));

/// Brackets every stay in the library. A request to end that arrives inside
/// is carried out by the last leave_library().
void enter_library();
void leave_library();
/// In a child after fork: no thread but the calling one is inside.
void forget_other_threads();

}  // namespace simt::cudart
