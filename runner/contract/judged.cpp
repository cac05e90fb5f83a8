// SPDX-License-Identifier: MIT
// The table of a lesson's cases, generated from lesson.toml.
#include "runner/contract/judged.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "runner/contract/marked.h"

namespace learn {
namespace {

/// A bar would end the cell of a table.
std::string in_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

std::vector<std::string> judged_lines(const Lesson& lesson) {
  std::vector<std::string> lines{"", "| points | case | kind | what it asks |",
                                 "|---:|---|---|---|"};
  for (const auto& one : lesson.cases) {
    lines.push_back(fmt::format("| {} | {} | {} | {} |", one.points,
                                in_cell(one.name), name_of(one.kind),
                                in_cell(one.asks)));
  }
  lines.emplace_back();
  lines.insert(lines.end(),
               {"The check runs your code on the *emulator*, which executes it "
                "on the CPU and watches",
                "every access. A *tiny* case can be followed by hand; an "
                "*awkward* one has a size or",
                "values that are easy to overlook."});
  lines.push_back(
      lesson.seeds == 1
          ? "The cases run under one schedule: one order of warps and blocks."
          : fmt::format("The cases run under {} schedules: in each, warps and "
                        "blocks run in a different order.",
                        lesson.seeds));
  if (lesson.any_block_first) {
    lines.insert(
        lines.end(),
        {"Under all but the first, blocks also start in any order, when "
         "not all of them are",
         "resident."});
  }
  const bool technique = std::any_of(
      lesson.cases.begin(), lesson.cases.end(),
      [](const Case& one) { return one.kind == CaseKind::kTechnique; });
  if (technique) {
    lines.insert(lines.end(),
                 {"Cases of the kind *technique* count what the machine does. "
                  "They run on the",
                  "emulator only, under the first schedule."});
  }
  lines.insert(lines.end(),
               {"An error that the emulator reports fails the check, even when "
                "each case passes.",
                ""});
  return lines;
}

}  // namespace

void keep_judged(MarkedPage& page, const Lesson& lesson) {
  keep_part(page,
            {kJudgedMark, "<!-- judged-end -->",
             "the table is not that of lesson.toml"},
            judged_lines(lesson));
}

}  // namespace learn
