// SPDX-License-Identifier: MIT
// The verb emulate: any program on the emulator, with its own terminal.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/steps/choice.h"
#include "simt/report/report.h"

namespace learn {

struct EmulateOptions {
  std::string json;                  // file for the report, or ""
  std::string html;                  // file for the page of the run, or ""
  std::string device;                // profile, or "": the emulator's default
  std::string schedule;              // seed, or ""
  std::string checks;                // list, or ""
  std::string fail;                  // number of a call, or ""
  std::string sarif;                 // file for the findings, or ""
  std::string suppressions;          // file of rules, or ""
  std::string write_suppressions;    // file for rules, or ""
  std::string error_exitcode;        // status when an error was found, or ""
  bool quiet = false;                // no report on standard error
  std::string schedules;             // how many seeds to compare, or ""
  bool step = false;                 // print the steps of the run after it
  StepWords steps;                   // which of them
  std::vector<std::string> program;  // and its arguments
};

/// Throws Stop when a value is none of those that its option takes, when a rule
/// names no diagnostic, or when a file that is written after the run cannot be
/// written.
void require_possible(const Place& place, const EmulateOptions& options);

/// Writes the findings and the rules to the files that `options` names. A
/// report that is not there has none: what reads the files expects them.
void write_findings(const EmulateOptions& options,
                    const std::optional<simt::report::Report>& report);

/// Returns the program's exit status; 1 when that was 0 and the emulator
/// diagnosed an error, or `error_exitcode` whenever it did. Throws Stop when
/// the program cannot be emulated.
int emulate(const Place& place, const EmulateOptions& options);

/// Runs the program under the seeds 0 .. schedules - 1 and compares what it
/// prints, its exit status and the emulator's findings with those of seed 0.
/// Stops at the first seed that differs and says how to run it again. Returns
/// 1 then, else what emulate() would for seed 0. Stdin is empty; each run has
/// the time of a check.
int compare_schedules(const Place& place, const EmulateOptions& options);

}  // namespace learn
