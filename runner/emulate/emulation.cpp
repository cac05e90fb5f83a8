// SPDX-License-Identifier: MIT
// The emulator's library comes first among libraries, and a handshake file
// tells that it was loaded.
#include "runner/emulate/emulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/stop.h"
#include "runner/check/emulator_report.h"
#include "runner/check/judge.h"
#include "runner/emulate/reports.h"
#include "runner/process/elf.h"

namespace learn {
namespace {

using simt::report::Diagnostic;

/// Looks for a bare name in PATH, as a shell does.
fs::path locate(const std::string& program) {
  if (program.find('/') != std::string::npos || fs::is_regular_file(program)) {
    return fs::absolute(program);
  }
  std::string folders =
      std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  for (size_t at = 0; at <= folders.size();) {
    const auto end = std::min(folders.find(':', at), folders.size());
    auto candidate = fs::path(folders.substr(at, end - at)) / program;
    if (fs::is_regular_file(candidate)) return candidate;
    at = end + 1;
  }
  throw Stop{"there is no file " + program};
}

/// What several processes of a suite find at one place is one finding.
void add_finding(Diagnostic finding, std::vector<Diagnostic>& all) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const auto& one) {
    return one.name == finding.name && one.kernel == finding.kernel &&
           one.message == finding.message && one.places == finding.places;
  });
  if (same == all.end())
    all.push_back(std::move(finding));
  else
    same->count += finding.count;
}

}  // namespace

std::string quoted(const std::string& word) {
  const bool plain =
      !word.empty() &&
      word.find_first_of(" \t\n\"'\\$&|;<>()*?[]#~`!{}") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

fs::path emulable(const EmulateOptions& options) {
  auto program = locate(options.program.front());
  require_emulable(program);
  return program;
}

std::optional<simt::report::Report> read_reports(const Emulation& run,
                                                 const Outcome& outcome) {
  std::optional<simt::report::Report> all;
  for (const auto& one : reports_in(run.reports, outcome.process)) {
    auto report = read_emulator_report(one.file);
    if (!report) continue;
    if (!all) {
      all = std::move(report);
      continue;
    }
    for (auto& finding : report->diagnostics)
      add_finding(std::move(finding), all->diagnostics);
    all->diagnostics_dropped += report->diagnostics_dropped;
  }
  return all;
}

Emulation prepare(const Emulator& emulator, const EmulateOptions& options,
                  const fs::path& program, const std::string& seed,
                  const fs::path& scratch) {
  Emulation run{emulator_command(emulator.library, emulator.remedy),
                scratch / "loaded", scratch / "reports", scratch / "steps"};
  std::error_code none;
  fs::remove(run.hello, none);
  for (const auto& folder : {run.reports, run.steps}) {
    fs::remove_all(folder, none);
    fs::create_directory(folder);
  }
  run.command.argv = options.program;
  run.command.argv[0] = program.string();
  auto& environment = run.command.environment;
  environment.emplace_back("SIMT_HANDSHAKE", run.hello.string());
  environment.emplace_back("SIMT_JSON", (run.reports / "%p").string());
  const auto pass = [&](const char* name, const std::string& value) {
    if (!value.empty()) environment.emplace_back(name, value);
  };
  pass("SIMT_DEVICE", options.device);
  pass("SIMT_SCHEDULE", seed);
  pass("SIMT_CHECKS", options.checks);
  pass("SIMT_FAIL", options.fail);
  pass("SIMT_KERNEL", options.kernel);
  pass("SIMT_LAUNCHES", options.launches);
  if (!options.suppressions.empty())
    pass("SIMT_SUPPRESSIONS", fs::absolute(options.suppressions).string());
  if (options.quiet) pass("SIMT_REPORT", "0");
  if (!options.html.empty()) pass("SIMT_TRACE", "summary");
  if (options.step) pass("SIMT_STEPS", (run.steps / "%p").string());
  return run;
}

bool refused_setting(const Emulation& run, const Outcome& outcome) {
  return !fs::exists(run.hello) && outcome.exit_code() == 2;
}

void require_loaded(const Emulation& run, const EmulateOptions& options,
                    const Outcome& outcome) {
  // A lockstep that the program started hands its reports to us.
  if (fs::exists(run.hello) || !fs::is_empty(run.reports)) return;
  if (outcome.end == Outcome::End::kNotStarted) {
    throw Stop{
        fmt::format("{} cannot be started ({}): the file is damaged or "
                    "lacks what it needs. Build it again",
                    options.program.front(), std::strerror(outcome.code))};
  }
  if (outcome.end == Outcome::End::kSignalled) {
    throw Stop{
        fmt::format("{} ended with {} before it loaded the emulator: "
                    "the file is damaged, or it crashes by itself",
                    options.program.front(), signal_name(outcome.code))};
  }
  throw Stop{
      fmt::format("{} did not load the emulator's libcudart.so.13: "
                  "it uses no CUDA runtime, or another one",
                  options.program.front())};
}

int status_of(const EmulateOptions& options, const Outcome& outcome,
              const std::optional<simt::report::Report>& report) {
  const int status = outcome.exit_code();
  // Code that was not loaded did not run: nothing is known of it.
  if (!report || (!has_errors(*report) && report->refused.empty()))
    return status;
  if (!options.error_exitcode.empty()) return std::stoi(options.error_exitcode);
  return status == 0 ? 1 : status;
}

std::string how_it_ended(const Outcome& outcome) {
  switch (outcome.end) {
    case Outcome::End::kTimedOut:
      return "was stopped after its time";
    case Outcome::End::kSignalled:
      return "ended with " + signal_name(outcome.code);
    default:
      return fmt::format("ended with exit status {}", outcome.code);
  }
}

std::string words_after_schedule(const EmulateOptions& options) {
  std::string line;
  if (!options.device.empty()) line += " --device " + options.device;
  if (!options.checks.empty()) line += " --checks " + options.checks;
  if (!options.fail.empty()) line += " --fail " + options.fail;
  if (!options.kernel.empty()) line += " --kernel " + quoted(options.kernel);
  if (!options.launches.empty()) line += " --launches " + options.launches;
  if (!options.suppressions.empty())
    line += " --suppressions " + quoted(options.suppressions);
  line += " --";
  for (const auto& word : options.program) line += " " + quoted(word);
  return line;
}

}  // namespace learn
