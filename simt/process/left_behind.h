// SPDX-License-Identifier: MIT
// Work that the program leaves behind when it ends: unfinished-work, and
// lost-output where it printed.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// Adds both, if the host has not waited for all of its work. For a program
/// that ended well.
void add_left_behind(State& s);

}  // namespace simt::cudart
