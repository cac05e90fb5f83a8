// SPDX-License-Identifier: MIT
// The steps of a run that the emulator wrote down, and the source that they
// name. Knows no JSON.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/base/place.h"
#include "simt/steps/steps.h"

namespace learn {

using simt::steps::Act;
using simt::steps::ActKind;
using Steps = simt::steps::Run;
using simt::steps::Step;

/// Throws Stop when the file holds no steps that can be read. Of a run that is
/// too large only Steps::too_large is there.
Steps read_steps(const fs::path& file);

/// What `lanes` did of `act`.
Act of_lanes(const Act& act, uint32_t lanes);

/// Source files below `folder`, each read once. A file elsewhere, or larger
/// than 2 MB, has no lines.
class Sources {
 public:
  explicit Sources(fs::path folder) : folder_(std::move(folder)) {}

  /// All lines; none when the file is not there.
  const std::vector<std::string>& lines(const std::string& file);
  /// Line `number`, from 1 on, without blanks at its ends; or "".
  std::string line(const std::string& file, int number);

 private:
  fs::path folder_;
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace learn
