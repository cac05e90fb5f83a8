// SPDX-License-Identifier: MIT
// Any program on the emulator, with its own terminal: the verb emulate, and the
// command lockstep where no checkout is.
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/steps/choice.h"

namespace learn {

/// The emulator's library, and who starts it.
struct Emulator {
  fs::path library;    // the folder that holds libcudart.so.13
  std::string typed;   // what a line to type begins with: "./learn emulate"
  std::string remedy;  // what to do when the library is missing
  fs::path pages;      // of the diagnostics: README.md, and one for each name
};

/// The diagnostics that have a page in the folder `pages`.
std::vector<std::string> diagnostics_in(const fs::path& pages);

struct EmulateOptions {
  // Files; in each %p stands for the number of the process that was started.
  std::string json;                  // file for the report, or ""
  std::string html;                  // file for the page of the run, or ""
  std::string device;                // profile, or "": the emulator's default
  std::string schedule;              // seed, or ""
  std::string checks;                // list, or ""
  std::string fail;                  // number of a call, or ""
  std::string kernel;                // pattern of a name, or ""
  std::string launches;              // "7", "3-7", or ""
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
void require_possible(const Emulator& emulator, const EmulateOptions& options);

/// Returns the program's exit status; 1 when that was 0 and the emulator
/// diagnosed an error, or `error_exitcode` whenever it did. Throws Stop when
/// the program cannot be emulated.
int emulate(const Emulator& emulator, const EmulateOptions& options);

/// Runs the program under the seeds 0 .. schedules - 1 and compares what it
/// prints, its exit status and the emulator's findings with those of seed 0.
/// Stops at the first seed that differs and says how to run it again. Returns
/// `error_exitcode` or 1 then, else what emulate() would for seed 0. Stdin is
/// empty; each run has the time of a check.
int compare_schedules(const Emulator& emulator, const EmulateOptions& options);

}  // namespace learn
