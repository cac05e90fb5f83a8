// SPDX-License-Identifier: MIT
// Kernels that are launched for the first time while others run. A GPU may load
// them only when those have ended, so here they wait, too.
#pragma once

#include "simt/context/state.h"

namespace simt::cudart {

/// False: the program asks for all kernels to be loaded at its start.
bool loads_lazily();

/// Nobody else can get on: lets the oldest launch begin whose kernel cannot be
/// loaded, and tells so where that helps. False: there is none.
bool load_late(State& s);
/// The same when the program has asked again and again whether work is done,
/// which waits for that.
void load_late_for_asking(State& s);

}  // namespace simt::cudart
