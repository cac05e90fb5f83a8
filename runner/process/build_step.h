// SPDX-License-Identifier: MIT
// Builds one target and turns a failed build into what a learner can read.
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/process/process.h"

namespace learn {

struct Build {
  bool ok = false;
  /// False when the build broke for a reason that is not in the source.
  bool source_at_fault = false;
  std::string shown;  // the first errors, paths relative
};

/// The end of a compiler or linker that did not succeed, in words.
struct BuildEnd {
  std::string reason;    // of one that was stopped: what stopped it, or ""
  std::string text;      // its first errors, else its last lines
  bool reports = false;  // `text` are errors that we know as such
};
/// `limits` are those that it had; paths are relative to `place`.
BuildEnd end_of_build(const Place& place, const Outcome& outcome,
                      const Limits& limits);

/// Builds `targets` in one call of the build tool, which costs as much as
/// building one that is up to date; waits for another build in the same folder
/// to end.
Build build_targets(const Place& place,
                    const std::vector<std::string>& targets);
Build build_target(const Place& place, const std::string& target);

/// Where the emulator is not built yet, for `./learn` shows a lesson before it
/// is: that it comes first, a line. Else "".
std::string first_build_note(const Place& place);
/// Builds `target`, and where there is none the emulator that runs it.
Build build_to_run(const Place& place, const std::string& target);

/// For tests: `target` as the build before them left it. Throws Stop when it
/// was not built.
Build require_built(const Place& place, const std::string& target);

/// The first errors of a compiler's or linker's output; "" when there are
/// none.
std::string first_errors(const Place& place, const std::string& output);

}  // namespace learn
