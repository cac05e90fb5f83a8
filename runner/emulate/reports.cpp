// SPDX-License-Identifier: MIT
// The emulator names a report by the process that wrote it, as SIMT_JSON asks
// with %p. Here they get names that do not change from run to run.
#include "runner/emulate/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <string>
#include <tuple>
#include <vector>

#include "runner/base/text_file.h"

namespace learn {
namespace {

constexpr const char* kProcess = "%p";

/// Whether `text` is what deliver_reports() puts behind a file's name: "2",
/// "fork1", "2.fork1".
bool is_ending(const std::string& text) {
  static const std::regex kForm("([0-9]+|fork[0-9]+)(\\.fork[0-9]+)*");
  return std::regex_match(text, kForm);
}

/// Removes what an earlier run left at `file` and beside it.
void remove_old(const fs::path& file) {
  std::error_code none;
  const std::string begin = file.filename().string() + ".";
  std::vector<fs::path> old{file};
  for (const auto& entry : fs::directory_iterator(file.parent_path(), none)) {
    const auto name = entry.path().filename().string();
    if (!name.starts_with(begin)) continue;
    if (is_ending(name.substr(begin.size()))) old.push_back(entry.path());
  }
  for (const auto& one : old)
    if (fs::is_regular_file(one, none)) fs::remove(one, none);
}

}  // namespace

std::string with_process(std::string file, pid_t process) {
  for (auto at = file.find(kProcess); at != file.npos;
       at = file.find(kProcess, at)) {
    file.replace(at, 2, std::to_string(process));
  }
  return file;
}

bool names_process(const std::string& file) {
  return file.find(kProcess) != file.npos;
}

std::vector<ProcessReport> reports_in(const fs::path& folder, pid_t first) {
  std::vector<ProcessReport> all;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const auto name = entry.path().filename().string();
    const auto dot = std::min(name.find('.'), name.size());
    const pid_t process = std::atoi(name.c_str());
    if (name.ends_with(".part") || process <= 0) continue;
    all.push_back({entry.path(), process, name.substr(dot)});
  }
  std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
    return std::tuple(a.process != first, a.process, a.forks) <
           std::tuple(b.process != first, b.process, b.forks);
  });
  return all;
}

fs::path main_report(const fs::path& folder, pid_t first) {
  const auto all = reports_in(folder, first);
  if (all.empty()) return {};
  const bool one = all.front().process == all.back().process;
  return one || all.front().process == first ? all.front().file : fs::path();
}

void deliver_reports(const fs::path& folder, pid_t first,
                     const std::string& json) {
  const bool each = names_process(json);
  if (!each) remove_old(json);
  int number = 0;
  pid_t last = 0;
  for (const auto& one : reports_in(folder, first)) {
    if (one.process != last) ++number;
    last = one.process;
    std::string to = each ? with_process(json, one.process) : json;
    if (!each && number > 1) to += fmt::format(".{}", number);
    write_text(to + one.forks, read_text(one.file));
  }
}

}  // namespace learn
