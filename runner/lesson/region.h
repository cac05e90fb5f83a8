// SPDX-License-Identifier: MIT
// The part of an exercise that a student writes: the lines between the marks
// `// task-begin` and `// task-end`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace learn {

/// A file cut at its marks. `begin` and `end` are the lines of the marks,
/// counted from 1.
struct Region {
  std::vector<std::string> lines;  // of the whole file
  size_t begin = 0, end = 0;

  /// The lines between the marks, without them.
  std::vector<std::string> inside() const;
  /// All other lines, with the marks.
  std::vector<std::string> outside() const;
};

/// Nothing when `text` does not hold exactly one region.
std::optional<Region> find_region(std::string_view text);

}  // namespace learn
