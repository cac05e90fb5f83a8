// SPDX-License-Identifier: MIT
// Tells the threads of the host apart, and which of them have ended.
#pragma once

#include <vector>

namespace simt::cudart {

/// The number of the calling thread, from 0; no other thread ever has it.
int host_thread();

/// The threads that asked for theirs and have ended since the last time.
std::vector<int> take_ended_threads();

}  // namespace simt::cudart
