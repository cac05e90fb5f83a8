// SPDX-License-Identifier: MIT
// Judges the lesson once more with the pictures' events kept. The page shows
// the run that failed, or the first one when all passed.
#include "runner/command/report.h"

#include <fmt/format.h>

#include <string>

#include "runner/base/text_file.h"
#include "runner/check/judge.h"
#include "runner/command/step.h"
#include "runner/page/page.h"

namespace learn {
namespace {

std::string ending_of(const Run& run, const Verdict& verdict) {
  switch (run.ending) {
    case Ending::kTimedOut:
      return fmt::format("The run was stopped after {} s, its time limit.",
                         verdict.seconds);
    case Ending::kCrashed:
      return fmt::format("The run crashed: {}.", signal_name(run.outcome.code));
    case Ending::kExitedEarly:
      return fmt::format("The run ended early, with exit status {}.",
                         run.outcome.exit_code());
    case Ending::kOrderly:
      break;
  }
  return verdict.passed ? "The check passed." : "The check did not pass.";
}

}  // namespace

int report(const Place& place, const Lesson& lesson,
           const ReportOptions& options) {
  const auto file = options.file.empty()
                        ? fmt::format("report_{}.html", lesson.number)
                        : options.file;
  require_writable(file, "the page");
  const auto subject = subject_of(place, lesson, options.check);
  const auto build = build_shown(place, subject.target);
  if (!build.ok) return explain_build(build, subject.source, subject.command());
  JudgeOptions judging;
  judging.schedule = options.check.schedule;
  judging.summary = true;
  const auto verdict = judge(place, lesson, subject.target, judging);
  // A check stops at the first seed that fails.
  const auto& run = verdict.passed ? verdict.runs.front() : verdict.last();
  PageFacts facts;
  facts.title = lesson.heading();
  facts.command = "./learn report " + subject.words;
  if (options.check.schedule) {
    facts.command += fmt::format(" --schedule {}", *options.check.schedule);
  }
  facts.ending = ending_of(run, verdict);
  facts.good = verdict.passed;
  facts.words = explain(place, lesson, subject, verdict);
  facts.program = place.program(subject.target);
  facts.folders = {place.root, facts.program.parent_path()};
  // A run without an end would take its time once more.
  if (run.ending != Ending::kTimedOut)
    facts.steps = tiny_steps(place, lesson, subject, std::to_string(run.seed));
  write_page(run.report_json, facts, fs::absolute(file));
  fmt::print("{}\n", file);
  return 0;
}

}  // namespace learn
