// SPDX-License-Identifier: MIT
// The one table of the emulator's options.
#include "runner/main/emulate_words.h"

namespace learn {

void add_step_words(CLI::App& verb, StepWords& words) {
  verb.add_option("--warp", words.warp, "steps: only this warp of each block");
  verb.add_option("--from", words.from, "steps: from this one on");
  verb.add_option("--to", words.to, "steps: up to this one");
  verb.add_option("--until", words.until,
                  "steps: `diagnostic`, up to where one fires");
  verb.add_option("--cell", words.cell,
                  "steps: only those that touch it, such as tile[3][5]");
  verb.add_option("--beside", words.beside,
                  "steps: another schedule beside it, and where they differ");
}

void add_emulate_words(CLI::App& app, EmulateOptions& e) {
  app.positionals_at_end();
  auto* json =
      app.add_option("--json", e.json, "write the report to this file");
  auto* html =
      app.add_option("--html", e.html, "write a page of the run to this file");
  auto* sarif = app.add_option(
      "--sarif", e.sarif, "write the findings to this file, as SARIF 2.1.0");
  app.add_option("--suppressions", e.suppressions,
                 "leave out the findings that this file's rules name");
  auto* rules = app.add_option("--write-suppressions", e.write_suppressions,
                               "write a rule for each finding");
  app.add_option("--error-exitcode", e.error_exitcode,
                 "exit with this status when an error was found");
  app.add_flag("--quiet", e.quiet, "no report on standard error");
  auto* step = app.add_flag("--step", e.step,
                            "print the steps of the run after it, or give "
                            "them to the page of --html");
  add_step_words(app, e.steps);
  app.add_option("--device", e.device,
                 "device profile, such as t4, or several: h200,k20m");
  auto* seed = app.add_option("--schedule", e.schedule, "seed of the schedule");
  app.add_option("--schedules", e.schedules, "compare so many seeds, from 0 on")
      ->excludes(seed)
      ->excludes(json)
      ->excludes(html)
      ->excludes(sarif)
      ->excludes(rules)
      ->excludes(step);
  app.add_option("--checks", e.checks,
                 "names of checks, all or none; a wrong name lists them");
  app.add_option("--kernel", e.kernel,
                 "report only findings of kernels with this name; * and ?");
  app.add_option("--launches", e.launches,
                 "report only findings of these launches: 7, or 3-7");
  app.add_option("--fail", e.fail,
                 "let this call of the runtime fail: 1 is the first");
  app.add_option("PROGRAM", e.program, "program and its arguments")->required();
}

int run_emulate_words(const Emulator& emulator, const EmulateOptions& options) {
  return options.schedules.empty() ? emulate(emulator, options)
                                   : compare_schedules(emulator, options);
}

}  // namespace learn
