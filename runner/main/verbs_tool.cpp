// SPDX-License-Identifier: MIT
// `list`, `emulate`, `test`, `doctor`: their options and help. What the verbs
// do is in runner/command.
#include "runner/command/doctor.h"
#include "runner/command/teach.h"
#include "runner/main/verbs.h"

namespace learn {

void add_tool_verbs(CLI::App& app, Arguments& a) {
  auto* lessons = app.add_subcommand("list", "lessons, state, points");
  lessons->footer("Example: ./learn list");
  lessons->callback([&a] { a.verb = [&a] { return list(a.place); }; });
  auto* emulate = app.add_subcommand(
      "emulate", "run any program built with -cudart shared");
  auto& e = a.emulate;
  auto* json =
      emulate->add_option("--json", e.json, "write the report to this file");
  auto* html = emulate->add_option("--html", e.html,
                                   "write a page of the run to this file");
  auto* sarif = emulate->add_option(
      "--sarif", e.sarif, "write the findings to this file, as SARIF 2.1.0");
  emulate->add_option("--suppressions", e.suppressions,
                      "leave out the findings that this file's rules name");
  auto* rules =
      emulate->add_option("--write-suppressions", e.write_suppressions,
                          "write a rule for each finding");
  emulate->add_option("--error-exitcode", e.error_exitcode,
                      "exit with this status when an error was found");
  emulate->add_flag("--quiet", e.quiet, "no report on standard error");
  auto* step = emulate->add_flag("--step", e.step,
                                 "print the steps of the run after it");
  add_step_words(*emulate, e.steps);
  emulate->add_option("--device", e.device,
                      "device profile, such as t4, or several: h200,k20m");
  auto* seed =
      emulate->add_option("--schedule", e.schedule, "seed of the schedule");
  emulate
      ->add_option("--schedules", e.schedules,
                   "compare so many seeds, from 0 on")
      ->excludes(seed)
      ->excludes(json)
      ->excludes(html)
      ->excludes(sarif)
      ->excludes(rules)
      ->excludes(step);
  emulate->add_option("--checks", e.checks,
                      "names of checks, all or none; a wrong name lists them");
  emulate->add_option("--fail", e.fail,
                      "let this call of the runtime fail: 1 is the first");
  emulate->add_option("PROGRAM", e.program, "program and its arguments")
      ->required();
  emulate->footer(
      "Examples: ./learn emulate -- ./program 1000\n"
      "          ./learn emulate --json report.json -- ./program");
  emulate->callback([&a] {
    a.verb = [&a] {
      const bool several = !a.emulate.schedules.empty();
      return several ? compare_schedules(a.place, a.emulate)
                     : learn::emulate(a.place, a.emulate);
    };
  });
  auto* test = app.add_subcommand("test", "run the repository's tests");
  auto& t = a.test;
  test->add_flag("--all", t.all, "also format, tidy, sanitizers, fuzzing");
  test->add_flag("--extras", t.extras, "only what --all adds");
  test->add_flag("--gpu", t.gpu, "also the runs on a real GPU");
  test->footer(
      "Examples: ./learn test\n"
      "          ./learn test --all");
  test->callback(
      [&a] { a.verb = [&a] { return learn::test(a.place, a.test); }; });
  auto* doctor =
      app.add_subcommand("doctor", "what was found, what is missing");
  doctor->footer("Example: ./learn doctor");
  doctor->callback([&a] { a.verb = [&a] { return learn::doctor(a.place); }; });
}

}  // namespace learn
