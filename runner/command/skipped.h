// SPDX-License-Identifier: MIT
// What ctest left out and why, from the file that it writes. Runs nothing.
#pragma once

#include <string>
#include <string_view>

namespace learn {

/// A table of the tests that were skipped, one line a reason, and of what tests
/// that ran left out themselves. `junit`: what ctest --output-junit wrote. The
/// reason is what a test prints behind "skipped: ", otherwise its last line.
std::string skipped_table(std::string_view junit);

}  // namespace learn
