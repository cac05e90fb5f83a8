// SPDX-License-Identifier: MIT
// What is known only when the program ends: memory that was never freed and
// errors that nobody read.
#pragma once

#include "simt/cudart/process.h"
#include "simt/cudart/state.h"

namespace simt::cudart {

/// Adds the diagnostics memory-leak and unchecked-error.
void add_last_findings(State& s, Ending ending);

}  // namespace simt::cudart
