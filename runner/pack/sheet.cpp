// SPDX-License-Identifier: MIT
// Works line by line. An exam's page ends at its last heading; a lesson.toml
// loses the panels and the programs of its picture.
#include "runner/pack/sheet.h"

#include <fmt/format.h>

#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"

namespace learn {
namespace {

constexpr std::string_view kLastHeading = "## Afterwards";

/// Whether a line of the table [picture] names the program that is drawn.
bool names_program(const std::string& line) {
  const auto key = trim(line.substr(0, line.find('=')));
  return key == "program" || key == "case";
}

}  // namespace

std::string exam_sheet(const std::string& file, const std::string& page) {
  std::vector<std::string> sheet;
  for (const auto& line : split_lines(page)) {
    sheet.push_back(line);
    if (trim(line) != kLastHeading) continue;
    sheet.insert(sheet.end(),
                 {"", "This section compares answers. Your teacher has it."});
    return join_lines(sheet);
  }
  throw Stop{
      fmt::format("{}: an exam's page needs the heading {}: what stands below "
                  "it is not for "
                  "students",
                  file, kLastHeading)};
}

std::string toml_for_students(const std::string& toml) {
  std::vector<std::string> kept;
  std::string table;
  for (const auto& line : split_lines(toml)) {
    const auto plain = trim(line);
    if (plain.starts_with("[")) table = plain;
    if (table.starts_with("[[picture.panel")) continue;
    if (table.starts_with("[picture]") && names_program(line)) continue;
    kept.push_back(line);
  }
  while (!kept.empty() && trim(kept.back()).empty()) kept.pop_back();
  return join_lines(kept);
}

}  // namespace learn
