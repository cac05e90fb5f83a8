// SPDX-License-Identifier: MIT
#include "runner/emulate.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "runner/elf.h"
#include "runner/emulator_report.h"
#include "runner/judge.h"
#include "runner/process.h"

namespace learn {
namespace {

void require_seed(const std::string& seed) {
  const bool digits = seed.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || seed.size() > 19) {
    throw Stop{
        fmt::format("--schedule takes a whole number such as 3, not "
                    "`{}`",
                    seed)};
  }
}

/// Looks for a bare name in PATH, as a shell does.
fs::path locate(const std::string& program) {
  if (program.find('/') != std::string::npos || fs::exists(program)) {
    return fs::absolute(program);
  }
  std::string folders =
      std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
  for (size_t at = 0; at <= folders.size();) {
    const auto end = std::min(folders.find(':', at), folders.size());
    auto candidate = fs::path(folders.substr(at, end - at)) / program;
    if (fs::exists(candidate)) return candidate;
    at = end + 1;
  }
  throw Stop{"there is no file " + program};
}

fs::path report_file(const EmulateOptions& options, const fs::path& scratch) {
  if (!options.json.empty()) return fs::absolute(options.json);
  const char* set = std::getenv("SIMT_JSON");
  if (set != nullptr && *set != '\0') return fs::absolute(set);
  return scratch / "report.json";
}

}  // namespace

int emulate(const Place& place, const EmulateOptions& options) {
  require_seed(options.schedule);
  const auto program = locate(options.program.front());
  require_emulable(program);
  const ScratchFolder scratch;
  const auto hello = scratch.path() / "loaded";
  const auto json = report_file(options, scratch.path());
  std::error_code none;
  fs::remove(json, none);

  auto command = check_command(place, "", false);
  command.environment.resize(1);  // LD_LIBRARY_PATH alone
  command.folder.clear();
  command.argv = options.program;
  command.argv[0] = program.string();
  command.environment.emplace_back("SIMT_HANDSHAKE", hello.string());
  command.environment.emplace_back("SIMT_JSON", json.string());
  const auto pass = [&](const char* name, const std::string& value) {
    if (!value.empty()) command.environment.emplace_back(name, value);
  };
  pass("SIMT_DEVICE", options.device);
  pass("SIMT_SCHEDULE", options.schedule);
  pass("SIMT_CHECKS", options.checks);

  const auto outcome = run_open(command);
  if (!fs::exists(hello)) {
    // A bad setting ends the program before it says that it is there.
    if (outcome.exit_code() == 2) return 2;
    throw Stop{
        fmt::format("{} did not load the emulator's libcudart.so.13: "
                    "it uses no CUDA runtime, or another one",
                    options.program.front())};
  }
  if (outcome.end == Outcome::End::kSignalled) {
    fmt::print(stderr, "{} ended with {}\n", options.program.front(),
               signal_name(outcome.code));
  }
  const auto report = read_emulator_report(json);
  const int status = outcome.exit_code();
  return status == 0 && report && report->has_error() ? 1 : status;
}

}  // namespace learn
