// SPDX-License-Identifier: MIT
// Runs a check under its schedules and says what held. It prints nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/check/doctest_results.h"
#include "runner/check/emulator_report.h"
#include "runner/lesson/lesson.h"
#include "runner/process/process.h"
#include "simt/report/report.h"

namespace learn {

/// How a check's executable ended, as far as a learner must know.
enum class Ending { kOrderly, kExitedEarly, kCrashed, kTimedOut };

/// One run of the check's executable under one schedule.
struct Run {
  uint64_t seed = 0;
  bool passed = false;
  Ending ending = Ending::kOrderly;
  Outcome outcome;
  std::map<std::string, CaseResult> cases;
  std::string culprit;       // the case during which a run ended early, or ""
  bool killed_call = false;  // SIGKILL ended a process of a function
  simt::report::Report report;  // without launches and trace
  std::string report_text;      // the emulator's own words
  std::string report_json;      // as JudgeOptions asks; "": none
  std::string printed;          // everything else on the terminal
};

enum class CaseState { kPass, kFail, kNotReached, kSkipped };

struct Verdict {
  bool passed = false;
  int points = 0;
  std::vector<CaseState> states;  // in the order of Lesson::cases
  std::vector<Run> runs;          // in the order of seeds
  double seconds = 0;             // the limit that held

  const Run& last() const { return runs.back(); }
};

/// What a check's own process says of its run, and nothing of a submission's
/// can say: it alone holds the file.
struct Word {
  bool began = false;   // the emulator was loaded; code of a submission's runs
  bool killed = false;  // SIGKILL ended the process of a function
  bool no_memory = false;  // device code asked the system in vain
  std::string machine;     // why this machine is to blame, or ""
};

/// Where and how a check runs whose program is not ours: see runner/grade.
struct Enclosure {
  fs::path program;  // the check's executable
  Limits limits;     // `seconds` for all seeds together
  /// Puts walls around a command that is otherwise complete.
  std::function<void(Command&)> wrap;
  /// Looks at each end, and what the check said, before it counts. May throw
  /// Stop: then there is no verdict.
  std::function<void(const Outcome&, const Word&)> look;
};

struct JudgeOptions {
  bool gpu = false;  // the real runtime; technique cases are skipped
  std::optional<uint64_t> schedule;  // this seed only
  /// Asked after a seed that failed: whether to stop there. Null: stop.
  std::function<bool(const Verdict&)> enough = nullptr;
  /// Whose report is kept, with what a page shows: every run's, or that of the
  /// one run that judges technique.
  bool summary = false, technique_summary = false;
  std::string checks = {};           // SIMT_CHECKS; empty: those that are on
  std::vector<uint64_t> seeds = {};  // these; empty: as many as the lesson has
  const Enclosure* enclosure = nullptr;  // null: in our own folders
};

/// Runs `target`, which is built. Throws Stop when the emulator is not there
/// or was not the library that the program loaded.
Verdict judge(const Place& place, const Lesson& lesson,
              const std::string& target, const JudgeOptions& options);

/// A command whose program loads the CUDA library in `folder`; it has no words
/// yet. Throws Stop with `remedy` when the library is not there.
Command emulator_command(const fs::path& folder, const std::string& remedy);
/// The command that runs a program with its CUDA library, the emulator or,
/// with `gpu`, NVIDIA's. Throws Stop when the library is not there.
Command program_command(const Place& place, const std::string& target,
                        bool gpu);
/// The same for a check, whose report is read: without colour.
Command check_command(const Place& place, const std::string& target, bool gpu);

/// The emulator's variables that our caller has set: a verdict is the same on
/// every machine, whatever the shell says.
std::vector<std::string> settings_of_shell();
/// A case's name as doctest takes it: a comma separates filters there, and a
/// star stands for any text.
std::string case_filter(const std::string& name);

/// The machine that lesson.toml asks for: SIMT_SMS of `sms`, SIMT_DEVICE of
/// `devices`, SIMT_BLOCK_ORDER of `block_order`, SIMT_LIMIT of `launch_limit`.
/// What it does not name is left as it is.
void set_machine(const Lesson& lesson, Command& command);

}  // namespace learn
