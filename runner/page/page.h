// SPDX-License-Identifier: MIT
// One HTML page of a run: stands alone, needs no network. docs/report.md says
// what is on it.
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"
#include "simt/report/report.h"

namespace learn {

/// What the page says besides the report.
struct PageFacts {
  std::string title;    // "13 Bank conflicts", "./transpose"
  std::string command;  // what makes this page again
  std::string ending;   // a sentence: how the run ended
  bool good = true;     // it ended well and no error was found
  std::string words;    // what a check printed; may be empty
  /// Where source files are looked for, in this order.
  std::vector<fs::path> folders;
  std::string steps;  // a tab: player_html, or ""
  fs::path program;   // a source newer than this is pointed out
};

/// The page without its steps never exceeds this; what had to go is said on it.
inline constexpr size_t kMostPageBytes = 1'000'000;

std::string run_page(const simt::report::Report& report,
                     const PageFacts& facts);

/// Writes the page of the report `json` to `file`. An empty text: the program
/// left no report, and the page says so. Throws Stop when the report cannot be
/// read or the page cannot be written.
void write_page(const std::string& json, PageFacts facts, const fs::path& file);
/// The same, of a file; a missing one is an empty text.
void write_page_of_file(const fs::path& json, const PageFacts& facts,
                        const fs::path& file);

}  // namespace learn
