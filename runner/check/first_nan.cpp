// SPDX-License-Identifier: MIT
// The check `nan` is too slow to be always on, so a failed run is repeated.
#include "runner/check/first_nan.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "simt/report/report.h"

namespace learn {
namespace {

constexpr std::string_view kFinding = "nan-born";

/// Whether the word stands in the text, apart from letters and digits.
bool has_word(std::string_view text, std::string_view word) {
  const auto letter = [&](size_t at) {
    return at < text.size() &&
           std::isalnum(static_cast<unsigned char>(text[at]));
  };
  for (size_t at = text.find(word); at != text.npos;
       at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !letter(at - 1);
    if (begins && !letter(at + word.size())) return true;
  }
  return false;
}

bool fails_with_nan(const Run& run) {
  return std::any_of(run.cases.begin(), run.cases.end(), [](const auto& one) {
    return one.second.failure && shows_nan(*one.second.failure);
  });
}

}  // namespace

bool shows_nan(const Failure& failure) {
  for (const auto* text : {&failure.values, &failure.info}) {
    if (has_word(*text, "nan") || has_word(*text, "inf")) return true;
  }
  return false;
}

void add_first_nan(const Place& place, const Lesson& lesson,
                   const std::string& target, Verdict& verdict) {
  if (verdict.passed || !fails_with_nan(verdict.last())) return;
  JudgeOptions options;
  options.schedule = verdict.last().seed;
  options.checks = "nan";
  const auto again = judge(place, lesson, target, options);
  auto report = again.last().report;
  std::erase_if(report.diagnostics,
                [](const auto& one) { return one.name != kFinding; });
  report.diagnostics_dropped = 0;
  report.unseen.clear();
  report.refused.clear();
  if (report.diagnostics.empty()) return;
  simt::report::TextOptions text;
  text.table = false;
  text.root = place.root.string();
  auto& words = verdict.runs.back().report_text;
  if (!words.empty()) words += "\n";
  words += simt::report::to_text(report, text);
}

}  // namespace learn
