// SPDX-License-Identifier: MIT
// What is known only when the program ends: memory that was never freed, errors
// that nobody read, and what was done about launches that could not start.
#pragma once

#include "simt/cudart/process.h"
#include "simt/cudart/state.h"

namespace simt::cudart {

/// Adds the diagnostics memory-leak and unchecked-error; each invalid-launch
/// gets its severity or, when the program has dealt with it, goes.
void add_last_findings(State& s, Ending ending);

}  // namespace simt::cudart
