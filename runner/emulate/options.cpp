// SPDX-License-Identifier: MIT
// What the options of the verb emulate may be, asked before the program starts,
// and the files that they name for its findings.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/base/text_file.h"
#include "runner/emulate/emulation.h"
#include "runner/emulate/reports.h"
#include "runner/steps/choice.h"
#include "simt/report/sarif.h"
#include "simt/report/suppressions.h"

namespace learn {
namespace {

void require_number(const char* option, const std::string& text) {
  const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || text.size() > 19) {
    throw Stop{fmt::format("{} takes a whole number such as 3, not `{}`",
                           option, text)};
  }
}

void require_status(const std::string& text) {
  require_number("--error-exitcode", text);
  if (text.empty()) return;
  const int status = text.size() <= 3 ? std::stoi(text) : 0;
  if (status >= 1 && status <= 255) return;
  throw Stop{fmt::format(
      "--error-exitcode takes a number from 1 to 255, not `{}`", text)};
}

/// A rule for a diagnostic that is none would never match, and nobody would
/// know. What else is wrong with the file, the emulator says. Where the pages
/// of the diagnostics are missing there are no names to compare.
void require_names(const Emulator& emulator, const std::string& file) {
  if (file.empty() || !fs::exists(file) || !fs::exists(emulator.pages)) return;
  const auto names = diagnostics_in(emulator.pages);
  std::string error;
  for (const auto& rule :
       simt::report::parse_suppressions(read_text(file), error)) {
    if (rule.name.find_first_of("*?") != std::string::npos) continue;
    if (std::find(names.begin(), names.end(), rule.name) != names.end())
      continue;
    const auto close = nearest(rule.name, names);
    throw Stop{fmt::format(
        "{}: there is no diagnostic `{}`{}", file, rule.name,
        close.empty() ? "" : fmt::format("; did you mean `{}`?", close))};
  }
}

}  // namespace

std::vector<std::string> diagnostics_in(const fs::path& pages) {
  std::vector<std::string> names;
  for (const auto& page : fs::directory_iterator(pages)) {
    const auto name = page.path().stem().string();
    if (name != "README") names.push_back(name);
  }
  return names;
}

void require_possible(const Emulator& emulator, const EmulateOptions& options) {
  require_number("--schedule", options.schedule);
  require_number("--schedules", options.schedules);
  require_number("--fail", options.fail);
  require_status(options.error_exitcode);
  require_names(emulator, options.suppressions);
  const std::pair<const std::string&, const char*> files[] = {
      {options.json, "the report"},
      {options.html, "the page"},
      {options.sarif, "the findings"},
      {options.write_suppressions, "the rules"}};
  for (const auto& [file, what] : files)
    if (!file.empty() && !names_process(file)) require_writable(file, what);
  read_choice(options.steps);
  if (!options.step && options.steps.any()) {
    throw Stop{
        "--warp, --from, --to, --until, --cell and --beside choose steps: "
        "add --step"};
  }
  const bool chosen =
      StepWords{.beside = options.steps.beside} != options.steps;
  if (!options.html.empty() && chosen) {
    throw Stop{
        "--warp, --from, --to, --until and --cell choose steps that are "
        "printed: leave out --html"};
  }
}

void write_findings(const EmulateOptions& options, int process,
                    const std::optional<simt::report::Report>& report) {
  const auto found = report.value_or(simt::report::Report{});
  if (!options.sarif.empty())
    write_text(with_process(options.sarif, process),
               simt::report::to_sarif(found));
  if (!options.write_suppressions.empty())
    write_text(with_process(options.write_suppressions, process),
               simt::report::to_suppressions(found));
}

}  // namespace learn
