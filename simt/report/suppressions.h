// SPDX-License-Identifier: MIT
// Findings that somebody has seen and does not want to see again: a rule names
// a diagnostic, and where it may be. Knows nothing of files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/report/report.h"

namespace simt::report {

/// One rule, and in text one line: a name, then any of `kernel=`, `file=` and
/// `line=`. A value with a blank stands in double quotes. In each `*` stands
/// for any text and `?` for one character; what is left out matches all.
///
///     shared-race kernel="reduce(*)" file=src/reduce.cu line=42
struct Suppression {
  std::string name, kernel, file, line;  // line: a number; "": any

  bool operator==(const Suppression&) const = default;
};

/// The rules of a file; empty lines and those that begin with # are none. On a
/// line that is no rule, `error` becomes a sentence that names it.
std::vector<Suppression> parse_suppressions(std::string_view text,
                                            std::string& error);

/// Whether `*` and `?` in `pattern` stand for what makes `text` of it. An empty
/// pattern matches all.
bool matches_pattern(const std::string& pattern, const std::string& text);

/// Which launches are looked at: those of a kernel, and by their numbers.
struct Chosen {
  std::string kernel;  // a pattern of its name, with or without parameters
  int first = 0, last = 0x7fffffff;  // Launch::index

  bool all() const {
    return kernel.empty() && first == 0 && last == 0x7fffffff;
  }
  bool has(const std::string& name, int launch) const;
  /// A finding that names no kernel and no launch is of none, and has() them.
  bool has(const Diagnostic& finding) const;
};

/// One line for each different finding of `report`, to be read by
/// parse_suppressions: its name, its kernel and its first place.
std::string to_suppressions(const Report& report);

/// Takes the findings that a rule matches out of `report`, and counts them in
/// Report::suppressed. A rule's file is compared with paths relative to `root`,
/// and may be that of any place of the finding.
void suppress(Report& report, const std::vector<Suppression>& rules,
              const std::string& root);

}  // namespace simt::report
