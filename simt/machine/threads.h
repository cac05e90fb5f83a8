// SPDX-License-Identifier: MIT
// Blocks that do not depend on each other may run on several host threads.
// That is tried where nothing but their loads and stores could tell, and the
// loads and stores are watched: when they meet, all is put back and the launch
// runs in its one order. So results and counts never depend on the threads.
#pragma once

#include <optional>

#include "simt/machine/machine.h"

namespace simt {

/// True when nothing in the code of `kernel` lets one block learn of another
/// but plain loads and stores of global memory: no atomics on it, no fences,
/// volatile accesses, clocks, device printf or malloc.
bool blocks_are_independent(const program::Kernel& kernel);

/// Runs the launch on Settings::workers threads; nullopt: not possible, or the
/// blocks met, or something went wrong in one. Then memory is as before, and
/// the observer has seen at most an on_launch.
std::optional<Outcome> run_on_threads(const Settings& settings,
                                      DeviceMemory& memory,
                                      const Launch& launch);

}  // namespace simt
