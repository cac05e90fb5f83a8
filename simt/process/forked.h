// SPDX-License-Identifier: MIT
// Children of this process by fork. As on a GPU, a child may use the device
// where its parent had not begun to.
#pragma once

#include <string>

#include "simt/context/state.h"

namespace simt::cudart {

/// From now on a child of this process gets device memory of its own, or is
/// marked (mark_forked_child) where that cannot be.
void watch_forks(State& state);

/// Which process this is: "" for the first, ".fork1" for the first that it
/// forked, ".fork1.fork2" for the second that this one forked.
const std::string& fork_suffix();

}  // namespace simt::cudart
