// SPDX-License-Identifier: MIT
// What is known only when the program ends: work that nobody waited for, memory
// that was never freed, errors that nobody read, libraries that need a GPU, and
// what was done about launches that could not start.
#pragma once

#include "simt/context/state.h"
#include "simt/process/ending.h"

namespace simt::cudart {

/// Adds unfinished-work, lost-output, memory-leak, unchecked-error and
/// unsupported-call (libraries); each invalid-launch gets its severity or, when
/// the program has dealt with it, goes.
void add_last_findings(State& s, Ending ending);

}  // namespace simt::cudart
