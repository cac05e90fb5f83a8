// SPDX-License-Identifier: MIT
// `check` and `run`: their options as CLI11 declares them. The words of the
// help stand here; what the verbs do is in runner/command.
#include <cstdio>

#include "runner/command/check_json.h"
#include "runner/main/verbs.h"

namespace learn {
namespace {

int check_lesson(Arguments& a) {
  if (!a.schedule.empty()) a.check.schedule = std::stoull(a.schedule);
  a.check.mistake = a.mistake;
  a.check.gpu = a.gpu;
  if (!a.json) return learn::check(a.place, a.found(), a.check);
  const auto lesson = a.found();
  const auto checked = check_told(a.place, lesson, a.check);
  std::fputs(check_json(a.place, lesson, checked).c_str(), stdout);
  return checked.status;
}

}  // namespace

void add_lesson_verbs(CLI::App& app, Arguments& a) {
  auto* check = app.add_subcommand("check", "check your exercise");
  check->add_option("LESSON", a.lesson, "13 or 13_bank_conflicts")->required();
  auto* solution =
      check->add_flag("--solution", a.check.solution, "the reference instead");
  check->add_option("--mistake", a.mistake, "a known wrong answer instead")
      ->excludes(solution);
  check->add_option("--also-right", a.check.also_right, "another right answer")
      ->excludes(solution);
  check->add_flag("--gpu", a.gpu, "on the real runtime");
  check->add_option("--schedule", a.schedule, "under this schedule only")
      ->check(CLI::Number & CLI::NonNegativeNumber);
  check->add_flag("--json", a.json, "as JSON, for editors (docs/editors.md)");
  check->footer(
      "Examples: ./learn check 13\n"
      "          ./learn check 13 --solution");
  check->add_option("--file", a.check.file)->group("")->excludes(solution);
  check->add_flag("--skip-todo", a.check.skip_todo)->group("");
  check->add_flag("--built", a.check.built)->group("");
  check->callback([&a] { a.verb = [&a] { return check_lesson(a); }; });

  auto* run = app.add_subcommand("run", "run the example of a lesson");
  run->add_option("LESSON", a.lesson, "13 or 13_bank_conflicts")->required();
  run->add_flag("--gpu", a.gpu, "on the real runtime");
  run->footer("Example: ./learn run 13");
  run->add_flag("--built", a.check.built)->group("");
  run->callback([&a] {
    a.verb = [&a] {
      return run_example(a.place, a.found(), a.gpu, a.check.built);
    };
  });
}

}  // namespace learn
