// SPDX-License-Identifier: MIT
// Two texts line by line, in the unified form of diff.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace learn {

/// One side: its name, its lines, and the number of its first line.
struct DiffSide {
  std::string name;
  std::vector<std::string> lines;
  size_t first = 1;
};

/// What turns `from` into `to`, with all lines that both have as context; ""
/// when they are equal. Lines end with a newline. Keeps as many lines as
/// possible.
std::string unified_diff(const DiffSide& from, const DiffSide& to);

}  // namespace learn
