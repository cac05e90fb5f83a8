// SPDX-License-Identifier: MIT
// A run's steps as JSON lines, in both directions. docs/step.md names every
// key. Knows nothing of files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "simt/steps/steps.h"

namespace simt::steps {

/// One line for each file, array, launch, step and diagnostic. Paths under
/// `root` become relative to it.
std::string to_json(const Run& run, const std::string& root);

/// The line of a step, with its newline.
std::string to_line(const Step& step);

/// The run that `text` is, as to_json wrote it. A program could have written
/// the text itself: each number has a range, and an index names what is there.
/// Nothing when it is no such run; `why` is then a clause that says where.
std::optional<Run> from_json(std::string_view text, std::string& why);

}  // namespace simt::steps
