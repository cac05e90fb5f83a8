// SPDX-License-Identifier: MIT
// A report that cannot be read is none: the program could have written it.
#include "runner/check/emulator_report.h"

#include <fmt/format.h>

#include <fstream>

#include "runner/base/stop.h"
#include "simt/report/json.h"

namespace learn {

using simt::report::Report;

std::optional<Report> read_emulator_report(const fs::path& file, size_t most) {
  std::ifstream stream(file);
  if (!stream) return {};
  std::string text, part(1 << 16, '\0');
  while (stream) {
    stream.read(part.data(), static_cast<std::streamsize>(part.size()));
    text.append(part, 0, static_cast<size_t>(stream.gcount()));
    if (text.size() > most) {
      throw Stop{fmt::format(
          "the emulator's report has more than {} bytes and is not read",
          most)};
    }
  }
  std::string why;
  return from_json(text, simt::report::Parts::kFindings, why);
}

std::string doubt(const Report& report) {
  if (!report.unseen.empty()) return report.unseen.front();
  if (report.diagnostics_dropped == 0) return {};
  return fmt::format(
      "the emulator found more than it lists ({} more warnings), so the report "
      "is not whole",
      report.diagnostics_dropped);
}

std::string where(const simt::report::Diagnostic& finding) {
  if (finding.places.empty()) return {};
  const auto& first = finding.places.front();
  return fmt::format("{}:{}", first.file, first.line);
}

}  // namespace learn
