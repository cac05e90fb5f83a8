// SPDX-License-Identifier: MIT
// Tells the threads of the host apart, and which of them have ended.
#pragma once

#include <mutex>
#include <vector>

namespace simt::cudart {

/// The number of the calling thread, from 0; no other thread ever has it.
int host_thread();

/// The threads that asked for theirs and have ended since the last time.
std::vector<int> take_ended_threads();
/// The lock of their list, held for moments only.
std::mutex& ended_threads_lock();

}  // namespace simt::cudart
