// SPDX-License-Identifier: MIT
// The process's side: options from the environment at start, the report at
// its end.
#pragma once

#include <cstdint>

namespace simt::cudart {

/// Takes note of the status with which the program will end. The first call
/// counts.
void watch_exit();

/// How the process ends.
enum class Ending : uint8_t {
  kDone,     // status 0
  kNoticed,  // another status, or abort: the program saw that it failed
  kCut,      // a signal
};

/// Writes the JSON file and the text report, once per process. Does nothing
/// in a forked child: the report belongs to the parent.
void write_reports(Ending ending);

}  // namespace simt::cudart
