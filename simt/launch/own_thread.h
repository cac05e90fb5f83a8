// SPDX-License-Identifier: MIT
// Threads of the emulator's own, beside those of the program.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

namespace simt::cudart {

enum class OwnThread : uint8_t { kDevice, kHostFunctions };

/// Starts a thread that runs `body`; false: the system gives none. Signals are
/// for the program's own threads, but for those of what this one does.
bool start_own_thread(OwnThread which, std::function<void()> body);
/// Its number, of the last one; 0: there was none.
pid_t number_of(OwnThread which);
/// Whether a thread of this number is none of the program's.
bool is_own_thread(const std::string& number);

}  // namespace simt::cudart
