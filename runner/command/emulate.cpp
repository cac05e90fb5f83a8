// SPDX-License-Identifier: MIT
// Starts the program with the emulator's library first, and knows by a
// handshake file that it was loaded. --schedules compares output, end and
// findings of each seed with those of seed 0.
#include "runner/command/emulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/check/emulator_report.h"
#include "runner/check/judge.h"
#include "runner/page/page.h"
#include "runner/process/elf.h"
#include "runner/process/process.h"
#include "runner/steps/beside.h"
#include "runner/steps/text.h"
#include "simt/report/report.h"

namespace learn {
namespace {

constexpr unsigned kMostSeeds = 1000;
constexpr uint64_t kKeptOutput = 8 << 20;  // bytes compared, at either end

/// A word as a shell takes it.
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

fs::path emulable(const EmulateOptions& options) {
  auto program = locate(options.program.front());
  require_emulable(program);
  return program;
}

fs::path report_file(const EmulateOptions& options, const fs::path& scratch) {
  if (!options.json.empty()) return fs::absolute(options.json);
  const char* set = std::getenv("SIMT_JSON");
  if (set != nullptr && *set != '\0') return fs::absolute(set);
  return scratch / "report.json";
}

/// The reports of the program's children by fork, which lie beside its own.
std::vector<fs::path> child_reports(const fs::path& json) {
  std::vector<fs::path> found;
  const std::string begin = json.filename().string() + ".fork";
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(json.parent_path(), none)) {
    if (entry.path().filename().string().starts_with(begin)) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The program's report, with the findings of its children at the end.
std::optional<simt::report::Report> read_reports(const fs::path& json) {
  auto report = read_emulator_report(json);
  for (const auto& file : child_reports(json)) {
    const auto child = read_emulator_report(file);
    if (!child) continue;
    if (!report) report.emplace();
    auto& all = report->diagnostics;
    all.insert(all.end(), child->diagnostics.begin(), child->diagnostics.end());
  }
  return report;
}

/// The program under one seed, as the options say; not started yet.
struct Emulation {
  Command command;
  fs::path hello, json;
};

/// `program` is the file that `options` names, known to be emulable.
Emulation prepare(const Place& place, const EmulateOptions& options,
                  const fs::path& program, const std::string& seed,
                  const fs::path& scratch) {
  Emulation run;
  run.hello = scratch / "loaded";
  run.json = report_file(options, scratch);
  std::error_code none;
  fs::remove(run.hello, none);
  fs::remove(run.json, none);
  for (const auto& file : child_reports(run.json)) fs::remove(file, none);

  run.command = program_command(place, "", false);
  run.command.folder.clear();
  run.command.argv = options.program;
  run.command.argv[0] = program.string();
  auto& environment = run.command.environment;
  environment.emplace_back("SIMT_HANDSHAKE", run.hello.string());
  environment.emplace_back("SIMT_JSON", run.json.string());
  const auto pass = [&](const char* name, const std::string& value) {
    if (!value.empty()) environment.emplace_back(name, value);
  };
  pass("SIMT_DEVICE", options.device);
  pass("SIMT_SCHEDULE", seed);
  pass("SIMT_CHECKS", options.checks);
  pass("SIMT_FAIL", options.fail);
  if (!options.suppressions.empty())
    pass("SIMT_SUPPRESSIONS", fs::absolute(options.suppressions).string());
  if (options.quiet) pass("SIMT_REPORT", "0");
  if (!options.html.empty()) pass("SIMT_TRACE", "summary");
  if (options.step) pass("SIMT_STEPS", (scratch / "steps").string());
  return run;
}

/// A bad setting ends the program with 2 before it says that it is there.
bool refused_setting(const Emulation& run, const Outcome& outcome) {
  return !fs::exists(run.hello) && outcome.exit_code() == 2;
}

/// Throws Stop when the kernel, the dynamic loader or the program itself ended
/// it before the emulator was there to see it.
void require_loaded(const Emulation& run, const EmulateOptions& options,
                    const Outcome& outcome) {
  if (fs::exists(run.hello)) return;
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
  if (!report || !has_errors(*report)) return status;
  if (!options.error_exitcode.empty()) return std::stoi(options.error_exitcode);
  return status == 0 ? 1 : status;
}

/// What one seed gave.
struct Result {
  Outcome outcome;
  std::optional<simt::report::Report> report;
  int status = 0;
};

/// The findings by name and place; warnings are about cost and count too.
std::vector<std::string> findings_of(const Result& result) {
  std::vector<std::string> all;
  if (!result.report) return all;
  for (const auto& one : result.report->diagnostics) {
    if (is_error(one)) all.push_back(one.name + " at " + where(one));
  }
  std::sort(all.begin(), all.end());
  return all;
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

/// The first line in which two texts differ, as a sentence.
std::string first_difference(const std::string& plain,
                             const std::string& other) {
  std::istringstream left(plain), right(other);
  std::string a, b;
  for (int line = 1;; ++line) {
    const bool more_left = !!std::getline(left, a);
    const bool more_right = !!std::getline(right, b);
    if (!more_left && !more_right) return "in its last line's end";
    if (more_left && more_right && a == b) continue;
    return fmt::format("line {}: `{}` instead of `{}`", line,
                       more_right ? b : "(nothing)",
                       more_left ? a : "(nothing)");
  }
}

/// Empty when the seed gave what seed 0 gave.
std::vector<std::string> differences(const Result& plain, const Result& other) {
  std::vector<std::string> all;
  const auto out = plain.outcome.out.text(), text = other.outcome.out.text();
  if (out != text) {
    all.push_back("it printed other text, " + first_difference(out, text));
  }
  if (how_it_ended(plain.outcome) != how_it_ended(other.outcome)) {
    all.push_back(fmt::format("it {}; under seed 0 it {}",
                              how_it_ended(other.outcome),
                              how_it_ended(plain.outcome)));
  }
  const auto before = findings_of(plain), now = findings_of(other);
  for (const auto& one : now) {
    if (std::count(before.begin(), before.end(), one) == 0) {
      all.push_back("it was diagnosed: " + one);
    }
  }
  for (const auto& one : before) {
    if (std::count(now.begin(), now.end(), one) == 0) {
      all.push_back("it was not diagnosed: " + one);
    }
  }
  return all;
}

/// What follows the seed on the line to type.
std::string words_after_schedule(const EmulateOptions& options) {
  std::string line;
  if (!options.device.empty()) line += " --device " + options.device;
  if (!options.checks.empty()) line += " --checks " + options.checks;
  if (!options.fail.empty()) line += " --fail " + options.fail;
  if (!options.suppressions.empty())
    line += " --suppressions " + quoted(options.suppressions);
  line += " --";
  for (const auto& word : options.program) line += " " + quoted(word);
  return line;
}

/// The line to type for one seed alone.
std::string replay(const EmulateOptions& options, int seed) {
  return fmt::format("./learn emulate --schedule {}", seed) +
         words_after_schedule(options);
}

/// The command that was typed, without the file for the report.
std::string typed(const EmulateOptions& options) {
  std::string line = "./learn emulate --html " + quoted(options.html);
  if (!options.schedule.empty()) line += " --schedule " + options.schedule;
  return line + words_after_schedule(options);
}

void write_page_of(const EmulateOptions& options, const Emulation& run,
                   const Outcome& outcome, bool good) {
  PageFacts facts;
  facts.title = fs::path(options.program.front()).filename().string();
  facts.command = typed(options);
  const bool only_found = outcome.ok() && !good;
  facts.ending =
      fmt::format("The program {}{}.", how_it_ended(outcome),
                  only_found ? ", and the emulator found an error" : "");
  facts.good = good;
  facts.program = run.command.argv[0];
  facts.folders = {fs::current_path(), facts.program.parent_path()};
  write_page_of_file(run.json, facts, fs::absolute(options.html));
}

/// The steps of a program that has ended. Throws Stop when there are none.
Steps steps_in(const fs::path& folder) {
  auto run = read_steps(folder / "steps");
  if (!run.too_large) return run;
  throw Stop{
      "the steps of this run are more than 5 MB; give the program less to do: "
      "fewer blocks, or fewer rounds"};
}

void show_steps(const Place& place, const EmulateOptions& options,
                const fs::path& program, const fs::path& folder) {
  const auto choice = read_choice(options.steps);
  const auto run = steps_in(folder);
  Sources sources(fs::current_path());
  if (!options.steps.beside.empty()) {
    const ScratchFolder again;
    const auto other =
        prepare(place, options, program, options.steps.beside, again.path());
    require_loaded(other, options, run_limited(other.command, Limits{}));
    fmt::print("{}", beside(run, steps_in(again.path()), sources));
    return;
  }
  fmt::print("{}", StepText(run, sources).shown(choice));
}

}  // namespace

int emulate(const Place& place, const EmulateOptions& options) {
  require_possible(place, options);
  const ScratchFolder scratch;
  const auto program = emulable(options);
  const auto run =
      prepare(place, options, program, options.schedule, scratch.path());
  const auto outcome = run_open(run.command);
  if (refused_setting(run, outcome)) return 2;
  require_loaded(run, options, outcome);
  if (outcome.end == Outcome::End::kSignalled) {
    fmt::print(stderr, "{} ended with {}\n", options.program.front(),
               signal_name(outcome.code));
  }
  const auto report = read_reports(run.json);
  write_findings(options, report);
  const int status = status_of(options, outcome, report);
  if (!options.html.empty()) {
    write_page_of(options, run, outcome, status == 0);
  }
  if (options.step) show_steps(place, options, program, scratch.path());
  return status;
}

int compare_schedules(const Place& place, const EmulateOptions& options) {
  require_possible(place, options);
  const auto seeds = std::stoull(options.schedules);
  if (seeds < 2 || seeds > kMostSeeds) {
    throw Stop{fmt::format("--schedules takes a number from 2 to {}, not `{}`",
                           kMostSeeds, options.schedules)};
  }
  const ScratchFolder scratch;
  const auto program = emulable(options);
  Result plain;
  for (int seed = 0; seed < static_cast<int>(seeds); ++seed) {
    const auto run =
        prepare(place, options, program, std::to_string(seed), scratch.path());
    Limits limits;
    limits.small = false;
    limits.kept_output = kKeptOutput;
    Result result;
    result.outcome = run_limited(run.command, limits);
    if (refused_setting(run, result.outcome)) {
      fmt::print(stderr, "{}", result.outcome.err.text());
      return 2;
    }
    require_loaded(run, options, result.outcome);
    result.report = read_reports(run.json);
    result.status = status_of(options, result.outcome, result.report);
    if (seed == 0) {
      fmt::print("{}", result.outcome.out.text());
      std::fflush(stdout);
      fmt::print(stderr, "{}", result.outcome.err.text());
      plain = std::move(result);
      continue;
    }
    const auto found = differences(plain, result);
    if (found.empty()) continue;
    fmt::print("Seed {} differs from seed 0:\n", seed);
    for (const auto& one : found) fmt::print("  {}\n", one);
    fmt::print("To see it again: {}\n", replay(options, seed));
    return 1;
  }
  fmt::print("{} schedules, all alike.\n", seeds);
  return plain.status;
}

}  // namespace learn
