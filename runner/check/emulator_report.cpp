// SPDX-License-Identifier: MIT
// Skips what is told of each launch while it parses: most of a report, and no
// verdict asks for it. Another schema is no report.
#include "runner/check/emulator_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "runner/base/json_text.h"

namespace learn {
namespace {

using nlohmann::json;

Finding read_finding(const json& entry) {
  Finding finding;
  finding.name = entry.at("name").get<std::string>();
  finding.error = entry.at("severity").get<std::string>() == "error";
  finding.message = entry.value("message", "");
  if (const auto places = entry.find("places");
      places != entry.end() && !places->empty()) {
    finding.where = places->front().value("file", "") + ":" +
                    std::to_string(places->front().value("line", 0));
  }
  return finding;
}

/// Leaves out what is told of each launch: most of a report, and nothing here
/// asks for it.
json::parser_callback_t without_counts() {
  return [launches = false](int depth, json::parse_event_t event,
                            const json& part) mutable {
    if (event != json::parse_event_t::key) return true;
    if (depth == 1) launches = part == "launches";
    return depth == 1 || !launches;
  };
}

}  // namespace

bool EmulatorReport::has_error() const {
  return std::any_of(findings.begin(), findings.end(),
                     [](const Finding& one) { return one.error; });
}

std::string EmulatorReport::doubt() const {
  if (!unseen.empty()) return unseen.front();
  if (dropped == 0) return {};
  return fmt::format(
      "the emulator found more than it lists ({} more warnings), so the report "
      "is not whole",
      dropped);
}

std::optional<EmulatorReport> parse_emulator_report(std::string_view text) {
  try {
    const auto whole = parse_json(text, without_counts());
    if (whole.at("schema").get<int>() != 1) return {};
    EmulatorReport report;
    report.launches = static_cast<int>(whole.at("launches").size());
    for (const auto& entry : whole.at("diagnostics")) {
      report.findings.push_back(read_finding(entry));
    }
    report.dropped = whole.value("diagnostics_dropped", uint64_t{0});
    report.unseen = whole.value("unseen", std::vector<std::string>{});
    report.refused = whole.value("refused", std::vector<std::string>{});
    return report;
  } catch (const json::exception&) {
    return {};
  }
}

std::optional<EmulatorReport> read_emulator_report(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) return {};
  std::ostringstream text;
  text << stream.rdbuf();
  return parse_emulator_report(text.str());
}

}  // namespace learn
