// SPDX-License-Identifier: MIT
// Reads C++ as a compiler's first phases do, and writes it anew without all
// that compilers read differently: no comments, no joined lines, no carriage
// returns. What it cannot read for certain it refuses. Knows no marks.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace learn {

/// Whether #include may bring in `name`, which stands between < and >.
using HeaderTest = std::function<bool(const std::string& name)>;

/// How far braces reach: the deepest close below the beginning, 0 or less, and
/// what is open at the end.
struct Braces {
  int lowest = 0, end = 0;
  friend bool operator==(const Braces&, const Braces&) = default;
};

/// What may stand in the text.
struct ScanRules {
  /// The course's own text: any directive, which is copied.
  bool course = false;
  /// Headers that it may include; null: none.
  HeaderTest header = nullptr;
  /// Braces that are open where the text begins.
  int depth = 0;
  /// Names that it may neither define nor undefine.
  const std::set<std::string>* kept_names = nullptr;
};

/// What a look at the text's tokens gives.
struct Scan {
  Braces braces;
  /// The same tokens, each on its line; for compilers.
  std::string text;
  std::set<std::string> names;  // all identifiers
  std::string refusal;          // why it cannot be taken; "" when it can
};

Scan scan_text(std::string_view text, const ScanRules& rules);

/// The header that a line `#include <name>` or `#include "name"` names, and
/// nothing else but blanks and a comment; "" for any other line.
std::string included_header(std::string_view line);

/// A plain relative path of a header, which cannot lead out of its folder.
bool is_plain_header(std::string_view name);

}  // namespace learn
