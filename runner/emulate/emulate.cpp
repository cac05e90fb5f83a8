// SPDX-License-Identifier: MIT
// One run with the program's own terminal, and what is written after it.
#include "runner/emulate/emulate.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/emulate/emulation.h"
#include "runner/emulate/reports.h"
#include "runner/page/page.h"
#include "runner/page/player.h"
#include "runner/steps/beside.h"
#include "runner/steps/text.h"

namespace learn {
namespace {

/// Where the report is wanted; "" where it is not.
std::string json_file(const EmulateOptions& options) {
  if (!options.json.empty()) return fs::absolute(options.json);
  const char* set = std::getenv("SIMT_JSON");
  return set == nullptr || *set == '\0' ? "" : fs::absolute(set);
}

/// The command that was typed, without the file for the report.
std::string typed(const Emulator& emulator, const EmulateOptions& options) {
  std::string line = emulator.typed + " --html " + quoted(options.html);
  if (!options.schedule.empty()) line += " --schedule " + options.schedule;
  return line + words_after_schedule(options);
}

void write_page_of(const Emulator& emulator, const EmulateOptions& options,
                   const Emulation& run, const Outcome& outcome, bool good,
                   std::string steps) {
  PageFacts facts;
  facts.title = fs::path(options.program.front()).filename().string();
  facts.command = typed(emulator, options);
  const bool only_found = outcome.ok() && !good;
  facts.ending =
      fmt::format("The program {}{}.", how_it_ended(outcome),
                  only_found ? ", and the emulator found an error" : "");
  facts.good = good;
  facts.program = run.command.argv[0];
  facts.folders = {fs::current_path(), facts.program.parent_path()};
  facts.steps = std::move(steps);
  const auto json = main_report(run.reports, outcome.process);
  const bool several = json.empty() && !fs::is_empty(run.reports);
  if (several) throw Stop{"--html shows one process; this run had several"};
  const auto page = with_process(options.html, outcome.process);
  write_page_of_file(json, facts, fs::absolute(page));
}

/// The steps of a program that has ended. Throws Stop when there are none.
Steps steps_in(const fs::path& file) {
  auto run = read_steps(file);
  if (!run.too_large) return run;
  throw Stop{
      "the steps of this run are more than 5 MB; give the program less to do: "
      "fewer blocks, or fewer rounds"};
}

/// The steps of the process that a run started.
fs::path steps_of(const Emulation& run, const Outcome& outcome) {
  return run.steps / std::to_string(outcome.process);
}

/// The steps of a run, and of the one beside it when one is asked for.
struct PairOfSteps {
  Steps run;
  std::optional<Steps> beside;
};

PairOfSteps pair_of_steps(const Emulator& emulator,
                          const EmulateOptions& options,
                          const fs::path& program, const fs::path& file) {
  PairOfSteps shown{steps_in(file), {}};
  if (options.steps.beside.empty()) return shown;
  const ScratchFolder again;
  const auto other =
      prepare(emulator, options, program, options.steps.beside, again.path());
  const auto outcome = run_limited(other.command, Limits{});
  require_loaded(other, options, outcome);
  shown.beside = steps_in(steps_of(other, outcome));
  return shown;
}

void print_steps(const EmulateOptions& options, const PairOfSteps& shown) {
  const auto choice = read_choice(options.steps);
  Sources sources(fs::current_path());
  fmt::print("{}", shown.beside ? beside(shown.run, *shown.beside, sources)
                                : StepText(shown.run, sources).shown(choice));
}

/// The player of the steps, for a page.
std::string steps_part(const Emulator& emulator, const EmulateOptions& options,
                       const PairOfSteps& shown) {
  Sources sources(fs::current_path());
  return player_html(
      {"", emulator.typed + " --step" + words_after_schedule(options),
       shown.run, sources, shown.beside ? &*shown.beside : nullptr});
}

}  // namespace

int emulate(const Emulator& emulator, const EmulateOptions& options) {
  require_possible(emulator, options);
  const ScratchFolder scratch;
  const auto program = emulable(options);
  const auto run =
      prepare(emulator, options, program, options.schedule, scratch.path());
  const auto outcome = run_open(run.command);
  if (refused_setting(run, outcome)) return 2;
  require_loaded(run, options, outcome);
  if (outcome.end == Outcome::End::kSignalled) {
    fmt::print(stderr, "{} ended with {}\n", options.program.front(),
               signal_name(outcome.code));
  }
  if (const auto json = json_file(options); !json.empty())
    deliver_reports(run.reports, outcome.process, json);
  const auto report = read_reports(run, outcome);
  write_findings(options, outcome.process, report);
  const int status = status_of(options, outcome, report);
  std::optional<PairOfSteps> steps;
  if (options.step)
    steps = pair_of_steps(emulator, options, program, steps_of(run, outcome));
  if (!options.html.empty()) {
    write_page_of(emulator, options, run, outcome, status == 0,
                  steps ? steps_part(emulator, options, *steps) : "");
  } else if (steps) {
    print_steps(options, *steps);
  }
  return status;
}

}  // namespace learn
