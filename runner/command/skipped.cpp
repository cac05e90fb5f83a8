// SPDX-License-Identifier: MIT
// Reads ctest's JUnit file. Tests with the same reason share a row; what a test
// left out although it ran is listed apart.
#include "runner/command/skipped.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/base/text_file.h"
#include "runner/base/xml.h"

namespace learn {
namespace {

constexpr std::string_view kSkippedMark = "skipped: ";

/// Tests that say the same.
struct LeftOut {
  std::string reason;
  std::vector<std::string> tests;
};

void note_left_out(std::vector<LeftOut>& rows, const std::string& test,
                   const std::string& reason) {
  const auto same =
      std::find_if(rows.begin(), rows.end(),
                   [&](const LeftOut& row) { return row.reason == reason; });
  auto& row =
      same == rows.end() ? rows.emplace_back(LeftOut{reason, {}}) : *same;
  row.tests.push_back(test);
}

/// What `output` says behind the mark, line by line.
std::vector<std::string> reasons_in(const std::string& output) {
  std::vector<std::string> reasons;
  for (const auto& line : split_lines(output)) {
    const auto text = trim(line);
    if (text.rfind(kSkippedMark, 0) == 0)
      reasons.push_back(text.substr(kSkippedMark.size()));
  }
  return reasons;
}

std::string last_said(const std::string& output) {
  const auto lines = split_lines(trim(output));
  return lines.empty() ? "it does not say why" : trim(lines.back());
}

std::string tests_shown(const LeftOut& row) {
  const auto& tests = row.tests;
  if (tests.size() < 3) return fmt::format("{}", fmt::join(tests, ", "));
  return fmt::format("{} and {} more", tests.front(), tests.size() - 1);
}

std::string left_out_lines(const std::vector<LeftOut>& rows) {
  size_t widest = 0;
  for (const auto& row : rows)
    widest = std::max(widest, tests_shown(row).size());
  std::string text;
  for (const auto& row : rows) {
    text += fmt::format("  {:<{}}  {}\n", tests_shown(row), widest, row.reason);
  }
  return text;
}

}  // namespace

std::string skipped_table(std::string_view junit) {
  const auto suite = parse_xml(junit);
  if (!suite) return "ctest did not say which tests it skipped.\n";
  std::vector<LeftOut> whole, parts;
  size_t count = 0, all = 0;
  for (const auto& test : suite->children) {
    if (test.name != "testcase") continue;
    ++all;
    const auto* out = test.child("system-out");
    const auto output = out == nullptr ? std::string() : out->text;
    const auto name = test.attribute("name");
    const auto reasons = reasons_in(output);
    if (test.child("skipped") == nullptr) {
      for (const auto& reason : reasons) note_left_out(parts, name, reason);
      continue;
    }
    ++count;
    note_left_out(whole, name,
                  reasons.empty() ? last_said(output) : reasons.front());
  }
  auto text = fmt::format("skipped {} of {} tests{}\n", count, all,
                          count > 0 ? ":" : ".");
  text += left_out_lines(whole);
  if (!parts.empty())
    text += "skipped in tests that ran:\n" + left_out_lines(parts);
  return text;
}

}  // namespace learn
