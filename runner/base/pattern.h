// SPDX-License-Identifier: MIT
// Regular expressions behind one function: <regex> is slow to compile, so
// one file includes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace learn {

/// The whole match and its groups when all of `text` matches `pattern`.
std::optional<std::vector<std::string>> match(const std::string& text,
                                              const char* pattern);

}  // namespace learn
