// SPDX-License-Identifier: MIT
// Which work may begin later than in the call that issues it.
#pragma once

#include "simt/context/state.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Whether work may wait, though the host calls no more: the host cannot watch
/// what it does.
bool may_wait(State& s, const Work& work);

/// Whether it is a copy to or from memory that only the program knows: in a
/// later call that may be gone.
bool touches_pageable(State& s, const Work& work);

}  // namespace simt::cudart
