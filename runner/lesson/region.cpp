// SPDX-License-Identifier: MIT
// A mark is a whole line. Two of a kind, a missing one or the wrong order mean
// that there is no region.
#include "runner/lesson/region.h"

#include "runner/base/text_file.h"

namespace learn {

std::vector<std::string> Region::inside() const {
  return {lines.begin() + static_cast<long>(begin),
          lines.begin() + static_cast<long>(end) - 1};
}

std::vector<std::string> Region::outside() const {
  auto rest = lines;
  rest.erase(rest.begin() + static_cast<long>(begin),
             rest.begin() + static_cast<long>(end) - 1);
  return rest;
}

std::optional<Region> find_region(std::string_view text) {
  Region region;
  region.lines = split_lines(text);
  int begins = 0;
  int ends = 0;
  for (size_t i = 0; i < region.lines.size(); ++i) {
    const auto line = trim(region.lines[i]);
    if (line == "// task-begin" && ++begins == 1) region.begin = i + 1;
    if (line == "// task-end" && ++ends == 1) region.end = i + 1;
  }
  if (begins != 1 || ends != 1 || region.begin > region.end) return {};
  return region;
}

}  // namespace learn
