// SPDX-License-Identifier: MIT
// How a process ends, as far as its report depends on it.
#pragma once

#include <cstdint>

namespace simt::cudart {

/// How the process ends.
enum class Ending : uint8_t {
  kDone,     // status 0
  kNoticed,  // another status, or abort: the program saw that it failed
  kCut,      // a signal
};

}  // namespace simt::cudart
