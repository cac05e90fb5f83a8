// SPDX-License-Identifier: MIT
// Stops running launches when the program ends. Knows no signal.
#pragma once

#include <atomic>

namespace simt::cudart {

/// Set when the program ends or was asked to; a running launch stops then.
const std::atomic<bool>& interrupted();
/// Sets it; may be called in a signal handler.
void interrupt_launches();

/// Whether the process has threads that may store to memory meanwhile.
bool other_host_threads();

/// When the program exits beside another thread's launch, its destructors may
/// call us and wait for that launch. Registered late, this comes before them.
void stop_launches_at_exit();

}  // namespace simt::cudart
