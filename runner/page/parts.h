// SPDX-License-Identifier: MIT
// The parts of the page, each as HTML. Only page.cpp puts them together.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/page/page.h"
#include "runner/page/run_model.h"

namespace learn {

/// A source file of the program, as far as it could be read.
struct SourceText {
  std::string name;
  std::vector<std::string> lines;
  std::string missing;  // why there are no lines; "" when there are
  bool newer = false;   // than the program
  std::set<int> shown;  // lines on the page; all of them up to 3000 lines
  bool whole = true;    // shown is all of `lines`
};

/// Finding and place, each from 0.
using Mark = std::pair<int, int>;

/// What all parts share.
struct PageParts {
  const RunModel& run;
  const PageFacts& facts;
  std::vector<SourceText> sources;                         // as RunModel::files
  std::map<std::pair<int, int>, std::vector<Mark>> marks;  // by file and line
  size_t findings = 0;                 // so many of the run's are on the page
  std::set<std::pair<int, int>> rows;  // file and line of each table row
  const simt::report::Launch* chosen =
      nullptr;  // shown first; null: there was none
};

PageParts gather_parts(const RunModel& run, const PageFacts& facts);

/// "12.5": `part` by `whole`, rounded; "" when `whole` is 0.
std::string tenths(uint64_t part, uint64_t whole);
/// "transpose(float*) <<<(4,4,1), (32,8,1)>>>"
std::string launch_name(const simt::report::Launch& launch);

std::string summary_html(const PageParts& parts);
std::string findings_html(const PageParts& parts);
/// One table a file, with the counts of the chosen launch; notes its rows in
/// `parts`, which the other parts link to.
std::string sources_html(PageParts& parts);
/// A link to the row of a line, or `text` alone when there is no row.
std::string line_link(const PageParts& parts, int file, int line,
                      const std::string& text);

/// A launch's own section: facts, totals, pictures, sectors per request.
std::string launch_html(const PageParts& parts,
                        const simt::report::Launch& launch);
/// Its pictures: the most expensive requests, and the block's way through
/// barriers.
std::string figures_html(const PageParts& parts,
                         const simt::report::Launch& launch);
/// The counts of a launch's lines as an array for the page's script.
std::string counts_json(const PageParts& parts,
                        const std::vector<LineCounts>& lines);
/// Lines of all launches, summed.
std::vector<LineCounts> all_lines(const RunModel& run);

}  // namespace learn
