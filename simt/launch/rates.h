// SPDX-License-Identifier: MIT
// How fast launches run, for whoever measures the emulator (SIMT_RATES).
#pragma once

#include <functional>
#include <string>

#include "simt/machine/machine.h"

namespace simt::cudart {

/// Runs a launch and appends one line to the file `path`: thread instructions,
/// seconds of this thread's processor time, the kernel's name. What cannot be
/// written is left out. `instructions` is asked when the launch has ended.
Outcome run_timed(const std::string& path, const std::string& kernel,
                  const std::function<Outcome()>& launch,
                  const std::function<uint64_t()>& instructions);

}  // namespace simt::cudart
