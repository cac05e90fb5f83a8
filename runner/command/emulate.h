// SPDX-License-Identifier: MIT
// The verb emulate: any program on the emulator, with its own terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/base/place.h"

namespace learn {

struct EmulateOptions {
  std::string json;                  // file for the report, or ""
  std::string html;                  // file for the page of the run, or ""
  std::string device;                // profile, or "": the emulator's default
  std::string schedule;              // seed, or ""
  std::string checks;                // list, or ""
  std::string fail;                  // number of a call, or ""
  std::string schedules;             // how many seeds to compare, or ""
  std::vector<std::string> program;  // and its arguments
};

/// Returns the program's exit status; 1 when that was 0 and the emulator
/// diagnosed an error. Throws Stop when the program cannot be emulated.
int emulate(const Place& place, const EmulateOptions& options);

/// Runs the program under the seeds 0 .. schedules - 1 and compares what it
/// prints, its exit status and the emulator's findings with those of seed 0.
/// Stops at the first seed that differs and says how to run it again. Returns
/// 1 then, else what emulate() would for seed 0. Stdin is empty; each run has
/// the time of a check.
int compare_schedules(const Place& place, const EmulateOptions& options);

}  // namespace learn
