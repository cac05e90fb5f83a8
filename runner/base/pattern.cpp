// SPDX-License-Identifier: MIT
// Compiles each pattern once and keeps it. libstdc++ recurses for every letter
// of the text, so callers pass short lines.
#include "runner/base/pattern.h"

#include <map>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace learn {

std::optional<std::vector<std::string>> match(const std::string& text,
                                              const char* pattern) {
  static std::map<std::string, std::regex> known;
  const auto found = known.try_emplace(pattern, pattern).first;
  std::smatch groups;
  if (!std::regex_match(text, groups, found->second)) return {};
  return std::vector<std::string>(groups.begin(), groups.end());
}

}  // namespace learn
