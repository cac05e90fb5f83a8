// SPDX-License-Identifier: MIT
// --schedules: output, end and findings of each seed beside those of seed 0.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/check/emulator_report.h"
#include "runner/emulate/emulation.h"

namespace learn {
namespace {

constexpr unsigned kMostSeeds = 1000;
constexpr uint64_t kKeptOutput = 8 << 20;  // bytes compared, at either end

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

/// The line to type for one seed alone.
std::string replay(const Emulator& emulator, const EmulateOptions& options,
                   int seed) {
  return fmt::format("{} --schedule {}", emulator.typed, seed) +
         words_after_schedule(options);
}

}  // namespace

int compare_schedules(const Emulator& emulator, const EmulateOptions& options) {
  require_possible(emulator, options);
  const auto seeds = std::stoull(options.schedules);
  if (seeds < 2 || seeds > kMostSeeds) {
    throw Stop{fmt::format("--schedules takes a number from 2 to {}, not `{}`",
                           kMostSeeds, options.schedules)};
  }
  const ScratchFolder scratch;
  const auto program = emulable(options);
  Result plain;
  for (int seed = 0; seed < static_cast<int>(seeds); ++seed) {
    const auto run = prepare(emulator, options, program, std::to_string(seed),
                             scratch.path());
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
    result.report = read_reports(run, result.outcome);
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
    fmt::print("To see it again: {}\n", replay(emulator, options, seed));
    return options.error_exitcode.empty() ? 1
                                          : std::stoi(options.error_exitcode);
  }
  fmt::print("{} schedules, all alike.\n", seeds);
  return plain.status;
}

}  // namespace learn
