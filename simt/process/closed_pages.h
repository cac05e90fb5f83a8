// SPDX-License-Identifier: MIT
// Faults at pages that are closed to the host while work may touch them
// (context/host_guard.h). Knows no other fault.
#pragma once

#include <signal.h>

#include <cstdint>

namespace simt::cudart {

/// Opens the page and returns true when the fault at `address` is one of those;
/// the program then goes on. For the handler of SIGSEGV; `context` is what it
/// was given.
bool take_fault(uint64_t address, void* context);

/// Makes faults come to `on_fault`, whatever handler the program has installed
/// by now; that one is kept for the other faults.
void watch_faults(void (*on_fault)(int, siginfo_t*, void*));

/// Gives a fault that is not ours to the program's own handler; false when it
/// has none.
bool pass_on(int number, siginfo_t* info, void* context);

}  // namespace simt::cudart
