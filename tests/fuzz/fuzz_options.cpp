// SPDX-License-Identifier: MIT
// Any values of the variables SIMT_*, one "NAME=value" a line: either options
// within their ranges or one sentence that names a variable. The same bytes are
// a file of rules: what is read suppresses, or one sentence names a line.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include "simt/context/options.h"
#include "simt/report/suppressions.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::map<std::string, std::string> variables(const std::string& text) {
  std::map<std::string, std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t equals = line.find('=');
    // A value of the environment ends at its first zero.
    if (equals == std::string::npos) continue;
    found[line.substr(0, equals)] = line.substr(equals + 1).c_str();
  }
  return found;
}

void check(const simt::cudart::Options& options) {
  require(!options.devices.empty());
  for (const simt::Profile* device : options.devices) require(device);
  require(options.sms >= 0 && options.sms <= 1024);
  require(options.workers >= 0 && options.workers <= 64);
  require(options.trace.size() <= 64);
  for (const auto& point : options.trace) {
    require(!point.file.empty() && point.line > 0);
  }
}

void check_rules(std::string_view text) {
  std::string error;
  const auto rules = simt::report::parse_suppressions(text, error);
  if (!error.empty()) {
    require(rules.empty() && error.starts_with("line "));
    return;
  }
  simt::report::Report report;
  report.diagnostics.resize(1);
  report.diagnostics[0].name = "shared-race";
  report.diagnostics[0].kernel = std::string(text.substr(0, 64));
  report.diagnostics[0].places.resize(1);
  simt::report::suppress(report, rules, "/");
  require(report.suppressed + report.diagnostics.size() == 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  check_rules({reinterpret_cast<const char*>(data), size});
  const auto set =
      variables(std::string(reinterpret_cast<const char*>(data), size));
  std::string error;
  const auto options = simt::cudart::read_options(
      [&](const char* name) -> const char* {
        const auto found = set.find(name);
        return found == set.end() ? nullptr : found->second.c_str();
      },
      error);
  if (error.empty()) {
    check(options);
  } else {
    require(error.starts_with("SIMT_") && error.find('\n') == error.npos);
  }
  return 0;
}
