// SPDX-License-Identifier: MIT
// One run of a program on the emulator, before it starts and after it ended.
// Inside this room only.
#pragma once

#include <optional>
#include <string>

#include "runner/emulate/emulate.h"
#include "runner/process/process.h"
#include "simt/report/report.h"

namespace learn {

/// The program under one seed, as the options say; not started yet.
struct Emulation {
  Command command;
  fs::path hello;    // the program writes it as soon as the emulator is there
  fs::path reports;  // a folder: one report of each process
  fs::path steps;    // a folder, too
};

/// The program that the options name, looked for in PATH as a shell does.
/// Throws Stop when it is not there, or is one that hides from the emulator.
fs::path emulable(const EmulateOptions& options);

/// `program` is what emulable() gave. The files of the run are in `scratch`.
Emulation prepare(const Emulator& emulator, const EmulateOptions& options,
                  const fs::path& program, const std::string& seed,
                  const fs::path& scratch);

/// A bad setting ends the program with 2 before it says that it is there.
bool refused_setting(const Emulation& run, const Outcome& outcome);

/// Throws Stop when the kernel, the dynamic loader or the program itself ended
/// it before the emulator was there to see it.
void require_loaded(const Emulation& run, const EmulateOptions& options,
                    const Outcome& outcome);

/// The findings of all processes of a run; nothing when none left a report.
std::optional<simt::report::Report> read_reports(const Emulation& run,
                                                 const Outcome& outcome);

/// Writes the findings and the rules to the files that `options` names. A
/// report that is not there has none: what reads the files expects them.
void write_findings(const EmulateOptions& options, int process,
                    const std::optional<simt::report::Report>& report);

/// What we return for the program.
int status_of(const EmulateOptions& options, const Outcome& outcome,
              const std::optional<simt::report::Report>& report);

/// "ended with exit status 3"
std::string how_it_ended(const Outcome& outcome);

/// What follows the seed on the line to type.
std::string words_after_schedule(const EmulateOptions& options);

/// A word as a shell takes it.
std::string quoted(const std::string& word);

}  // namespace learn
