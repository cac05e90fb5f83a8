// SPDX-License-Identifier: MIT
// The part of the emulator's JSON report (schema 1) that a verdict needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/base/place.h"

namespace learn {

struct Finding {
  std::string name;     // "shared-race"
  bool error = false;   // else a warning
  std::string message;  // the headline
  std::string where;    // "lessons/07_bank_conflicts/exercise.cu:12"
};

struct EmulatorReport {
  int launches = 0;
  std::vector<Finding> findings;
  uint64_t dropped = 0;              // warnings that were not kept
  std::vector<std::string> unseen;   // why a finding may be missing
  std::vector<std::string> refused;  // why device code was not loaded
  bool has_error() const;
  /// Why this report may lack a finding that decides, as a sentence without a
  /// full stop; "" when it lacks none.
  std::string doubt() const;
};

/// Nothing when `text` is no report of schema 1.
std::optional<EmulatorReport> parse_emulator_report(std::string_view text);

/// The same of a file; nothing when there is none.
std::optional<EmulatorReport> read_emulator_report(const fs::path& file);

}  // namespace learn
