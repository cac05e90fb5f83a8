// SPDX-License-Identifier: MIT
// Which copies and fills the host waits for inside the call: "API
// synchronization behavior" in the manual of the CUDA runtime. Runs nothing.
#pragma once

#include "simt/context/state.h"
#include "simt/stream/work.h"

namespace simt::cudart {

/// Whether the call that issues `work` returns only when the work is done.
bool blocks_host(State& s, const Work& work);
/// Whether a copy may still use memory of the program's own when the call has
/// returned: "might be synchronous", the manual says. False for memory on the
/// caller's stack, which mostly does not live as long as the copy.
bool may_use_pageable_late(State& s, const CopyWork& work);
/// Whether the call that issues `work` may return when the bytes are staged,
/// before they are where they go.
bool may_arrive_late(State& s, const CopyWork& work);

}  // namespace simt::cudart
