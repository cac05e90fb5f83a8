// SPDX-License-Identifier: MIT
// A host function of a stream that had not returned when somebody asked the
// program to end: deadlock.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Reports it, and which call of the host waits for it.
void tell_open_function(State& s);

}  // namespace simt::cudart
