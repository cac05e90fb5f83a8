// SPDX-License-Identifier: MIT
// Runs the check once for each seed, some at the same time, and stops at the
// first that fails, unless the caller wants more. Results come through files in
// memory that only the program itself can write. A run without results is
// repeated case by case.
#include "runner/check/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/check/result_file.h"
#include "runner/process/side_by_side.h"
#include "simt/report/json.h"

namespace learn {
namespace {

using Clock = std::chrono::steady_clock;
constexpr const char* kNoTechnique = "--test-suite-exclude=technique";

/// What one execution leaves.
struct ResultFiles {
  ResultFile cases;   // doctest's XML
  ResultFile report;  // the emulator's JSON
  ResultFile hello;   // "I was loaded"

  void shut() {
    for (auto* file : {&cases, &report, &hello}) file->shut();
  }
};

/// What one execution needs.
struct Bench {
  const Place& place;
  const Lesson& lesson;
  std::string target;
  JudgeOptions options;
  Clock::time_point deadline;

  double seconds_left() const {
    return std::max(
        0.5, std::chrono::duration<double>(deadline - Clock::now()).count());
  }
};

/// The emulator reports at the very end of stderr.
void split_report(Run& run) {
  const auto text = run.outcome.err.text();
  size_t at = 0;
  for (const auto& line : split_lines(text)) {
    if (line.rfind("error[", 0) == 0 || line.rfind("warning[", 0) == 0) break;
    at += line.size() + 1;
  }
  at = std::min(at, text.size());
  run.report_text = text.substr(at);
  run.printed = run.outcome.out.text() + text.substr(0, at);
}

bool expected(const Bench& bench, const Case& one, uint64_t seed) {
  const bool technique = one.kind == CaseKind::kTechnique;
  return !technique || (seed == 0 && !bench.options.gpu);
}

bool keeps_summary(const Bench& bench, uint64_t seed) {
  const auto& asked = bench.options;
  return asked.summary || (asked.technique_summary && seed == 0);
}

/// The command of one run, which writes its results to `files`.
Command command_of(const Bench& bench, uint64_t seed, const std::string& only,
                   const ResultFiles& files) {
  auto command = check_command(bench.place, bench.target, bench.options.gpu);
  const auto* enclosure = bench.options.enclosure;
  if (enclosure) command.argv[0] = enclosure->program.string();
  command.argv.insert(command.argv.end(),
                      {"--reporters=xml", "--out=" + files.cases.path()});
  if (seed != 0 || bench.options.gpu) command.argv.emplace_back(kNoTechnique);
  if (!only.empty()) command.argv.push_back("--test-case=" + only);
  const auto& set = [&](const char* name, const std::string& value) {
    command.environment.emplace_back(name, value);
  };
  set("SIMT_JSON", files.report.path());
  set("SIMT_HANDSHAKE", files.hello.path());
  set("SIMT_SCHEDULE", std::to_string(seed));
  command.unset = settings_of_shell();
  if (!bench.options.checks.empty()) set("SIMT_CHECKS", bench.options.checks);
  const bool all = keeps_summary(bench, seed);  // else launches are not read
  set(all ? "SIMT_TRACE" : "SIMT_JSON_PARTS", all ? "summary" : "findings");
  set_machine(bench.lesson, command);
  if (enclosure) enclosure->wrap(command);
  return command;
}

/// The version in the first line, then what simt/apart/blame.cpp adds.
Word read_word(const std::string& text) {
  constexpr std::string_view kMark = "not graded: ";
  Word word;
  for (const auto& line : split_lines(text)) {
    word.killed |= word.began && line == "killed";
    word.no_memory |= word.began && line == "no memory";
    if (line.starts_with(kMark)) word.machine = line.substr(kMark.size());
    word.began = true;
  }
  return word;
}

/// One execution of the check; `only` names the one case to run, or is "".
struct Execution {
  Execution(const Bench& bench, uint64_t with, const std::string& only)
      : seed(with), command(command_of(bench, seed, only, files)) {
    const auto* enclosure = bench.options.enclosure;
    if (enclosure) limits = enclosure->limits;
    limits.seconds = bench.seconds_left();
  }

  uint64_t seed;
  ResultFiles files;
  Command command;
  Limits limits;
};

/// What `outcome` and the files of `execution` say.
Run read_run(const Bench& bench, const Execution& execution, Outcome outcome) {
  const auto& [seed, files, command, limits] = execution;
  Run run;
  run.seed = seed;
  run.outcome = std::move(outcome);
  if (run.outcome.end == Outcome::End::kNotStarted) {
    throw Stop{fmt::format("{} cannot be started",
                           bench.place.shown(command.argv[0]))};
  }
  split_report(run);
  auto word = read_word(files.hello.text());
  const bool emulated = word.began;
  run.killed_call = word.killed;
  if (const auto* enclosure = bench.options.enclosure) {
    note_signal(run.outcome);
    word.began |= bench.options.gpu;
    enclosure->look(run.outcome, word);
    if (word.no_memory) run.outcome.limit = Outcome::Limit::kMemory;
  }
  if (!bench.options.gpu && !emulated && !bench.options.enclosure) {
    throw Stop{"the check did not load the emulator. Type ./learn doctor\n" +
               run.printed};
  }
  auto report_json = files.report.text();
  std::string unread;
  auto report = from_json(report_json, simt::report::Parts::kFindings, unread);
  auto cases = read_doctest_xml(files.cases.text());
  using End = Outcome::End;
  if (run.outcome.end == End::kTimedOut) {
    run.ending = Ending::kTimedOut;
  } else if (run.outcome.end == End::kSignalled) {
    run.ending = Ending::kCrashed;
  } else if (!cases || ((!report || !emulated) && !bench.options.gpu)) {
    run.ending = Ending::kExitedEarly;
  } else {
    run.cases = std::move(*cases);
  }
  if (report && keeps_summary(bench, seed))
    run.report_json = std::move(report_json);
  if (report) run.report = std::move(*report);
  return run;
}

Run execute(const Bench& bench, uint64_t seed, const std::string& only) {
  const Execution execution(bench, seed, only);
  return read_run(bench, execution,
                  run_limited(execution.command, execution.limits));
}

/// The runs of a check, in the order of its seeds, of which the next few go on
/// at the same time.
class InTurn {
 public:
  InTurn(const Bench& bench, std::vector<uint64_t> seeds)
      : bench_(bench), seeds_(std::move(seeds)) {}

  bool more() const { return at_ < seeds_.size(); }
  Run next() {
    if (ahead_.empty()) start(at_once());
    const auto seed = seeds_[at_++];
    if (ahead_.empty()) return execute(bench_, seed, "");
    auto run = read_run(bench_, ahead_.front(), running_->next());
    ahead_.pop_front();
    return run;
  }
  /// Ends what was begun ahead of its turn: other runs begin.
  void stop() {
    running_.reset();
    ahead_.clear();
  }

 private:
  /// How many runs may go on at the same time.
  size_t at_once() const {
    constexpr size_t kMost = 4;  // each has memory and threads of its own
    const auto& options = bench_.options;
    if (options.gpu || options.enclosure || options.enough) return 1;
    return std::min<size_t>(
        {kMost, seeds_.size() - at_, std::thread::hardware_concurrency()});
  }
  void start(size_t count) {
    if (count < 2) return;  // it needs no process of its own
    for (size_t i = 0; i < count; ++i) {
      ahead_.emplace_back(bench_, seeds_[at_ + i], "");
      ahead_.back().limits.tasks *= static_cast<unsigned>(count);
    }
    running_ = std::make_unique<SideBySide>(count, [this](size_t mine) {
      for (size_t i = 0; i < ahead_.size(); ++i) {
        if (i != mine) ahead_[i].files.shut();
      }
      return run_limited(ahead_[mine].command, ahead_[mine].limits);
    });
  }

  const Bench& bench_;
  std::vector<uint64_t> seeds_;
  size_t at_ = 0;
  std::deque<Execution> ahead_;  // that are going on
  std::unique_ptr<SideBySide> running_;
};

/// What the emulator said of one case counts as if the whole run had said it:
/// a program must not get rid of its errors by ending that run.
void add_report(Run run, Run& whole) {
  auto& all = whole.report;
  const bool first_error = has_errors(run.report) && !has_errors(all);
  if (first_error || whole.report_text.empty()) {
    whole.report_text = std::move(run.report_text);
  }
  all.diagnostics_dropped += run.report.diagnostics_dropped;
  all.unseen.insert(all.unseen.end(), run.report.unseen.begin(),
                    run.report.unseen.end());
  all.refused.insert(all.refused.end(), run.report.refused.begin(),
                     run.report.refused.end());
  auto& found = run.report.diagnostics;
  std::move(found.begin(), found.end(), std::back_inserter(all.diagnostics));
}

/// After a run that left no results: each case in a process of its own, to
/// find out which of them ends the program.
void run_one_by_one(const Bench& bench, Run& whole) {
  for (const auto& one : bench.lesson.cases) {
    if (!expected(bench, one, whole.seed)) continue;
    if (Clock::now() > bench.deadline) return;
    auto run = execute(bench, whole.seed, case_filter(one.name));
    if (run.ending != Ending::kOrderly && whole.culprit.empty()) {
      whole.culprit = one.name;
    }
    whole.killed_call |= run.killed_call;
    whole.cases.merge(run.cases);
    add_report(std::move(run), whole);
  }
}

/// A launch that ended so leaves an error that stays: what later cases see of
/// the device says nothing about them.
bool error_stays(const simt::report::Report& report) {
  static constexpr std::array<std::string_view, 10> kNames = {
      "assert",   "barrier-mismatch", "deadlock",      "host-pointer",
      "livelock", "misaligned",       "out-of-bounds", "peer-access",
      "trap",     "use-after-free"};
  const auto& all = report.diagnostics;
  return std::any_of(all.begin(), all.end(), [](const auto& one) {
    return std::find(kNames.begin(), kNames.end(), one.name) != kNames.end();
  });
}

/// Whether the device waited until a limit, which a case alone would repeat.
bool waited(const simt::report::Report& report) {
  const auto& all = report.diagnostics;
  return std::any_of(all.begin(), all.end(),
                     [](const auto& one) { return one.name == "livelock"; });
}

/// After a launch whose error stays: each case that failed after the first one
/// that did is judged by a run of its own. One that would wait again, or that
/// is late, is not judged at all.
void judge_the_rest_alone(const Bench& bench, Run& whole) {
  bool first = true;
  for (const auto& one : bench.lesson.cases) {
    const auto found = whole.cases.find(one.name);
    if (found == whole.cases.end() || found->second.passed) continue;
    if (std::exchange(first, false)) continue;
    whole.cases.erase(found);
    if (waited(whole.report) || Clock::now() > bench.deadline) continue;
    auto run = execute(bench, whole.seed, case_filter(one.name));
    whole.cases.merge(run.cases);
    whole.killed_call |= run.killed_call;
  }
}

CaseState state_of(const Bench& bench, const Case& one, const Run& run) {
  if (!expected(bench, one, run.seed)) return CaseState::kSkipped;
  const auto found = run.cases.find(one.name);
  if (found == run.cases.end() || found->second.suite != name_of(one.kind)) {
    return one.name == run.culprit ? CaseState::kFail : CaseState::kNotReached;
  }
  return found->second.passed ? CaseState::kPass : CaseState::kFail;
}

/// Adds one run to the verdict; true when the run passed.
bool absorb(const Bench& bench, const Run& run, Verdict& verdict) {
  bool good = run.ending == Ending::kOrderly && run.outcome.ok() &&
              !has_errors(run.report) && doubt(run.report).empty();
  for (size_t i = 0; i < bench.lesson.cases.size(); ++i) {
    const auto state = state_of(bench, bench.lesson.cases[i], run);
    good &= state == CaseState::kPass || state == CaseState::kSkipped;
    auto& sum = verdict.states[i];
    if (state == CaseState::kSkipped) continue;
    if (sum == CaseState::kPass || sum == CaseState::kSkipped) sum = state;
  }
  return good;
}

std::vector<uint64_t> seeds_of(const Lesson& lesson,
                               const JudgeOptions& options) {
  if (!options.seeds.empty()) return options.seeds;
  if (options.schedule) return {*options.schedule};
  if (options.gpu) return {0};
  std::vector<uint64_t> seeds(lesson.seeds);
  std::iota(seeds.begin(), seeds.end(), 0);
  return seeds;
}

}  // namespace

Verdict judge(const Place& place, const Lesson& lesson,
              const std::string& target, const JudgeOptions& options) {
  Verdict verdict;
  verdict.seconds = options.enclosure ? options.enclosure->limits.seconds
                                      : lesson.time_limit_s;
  const Bench bench{
      place, lesson, target, options,
      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                         std::chrono::duration<double>(verdict.seconds))};
  verdict.states.assign(lesson.cases.size(), CaseState::kSkipped);
  verdict.passed = true;
  InTurn runs(bench, seeds_of(lesson, options));
  while (runs.more()) {
    auto run = runs.next();
    if (run.ending != Ending::kOrderly || has_errors(run.report)) runs.stop();
    if (run.ending == Ending::kCrashed || run.ending == Ending::kExitedEarly) {
      run_one_by_one(bench, run);
    } else if (run.ending == Ending::kOrderly && error_stays(run.report)) {
      judge_the_rest_alone(bench, run);
    }
    run.passed = absorb(bench, run, verdict);
    verdict.passed &= run.passed;
    verdict.runs.push_back(std::move(run));
    if (verdict.passed) continue;
    if (!options.enough || options.enough(verdict)) break;
    if (Clock::now() > bench.deadline) break;
  }
  const bool error =
      std::any_of(verdict.runs.begin(), verdict.runs.end(), [](const Run& run) {
        return has_errors(run.report) || !doubt(run.report).empty();
      });
  for (size_t i = 0; i < lesson.cases.size() && !error; ++i) {
    if (verdict.states[i] == CaseState::kPass) {
      verdict.points += lesson.cases[i].points;
    }
  }
  return verdict;
}

}  // namespace learn
