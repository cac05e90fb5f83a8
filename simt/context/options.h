// SPDX-License-Identifier: MIT
// What the environment asks of the emulator (SIMT_*). Reads nothing itself:
// the caller says how a variable is looked up.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simt/checks/table.h"
#include "simt/machine/machine.h"
#include "simt/machine/profile.h"
#include "simt/report/json.h"
#include "simt/report/suppressions.h"
#include "simt/report/trace.h"

namespace simt::cudart {

/// When the text report is printed (SIMT_REPORT).
enum class TextReport : uint8_t { kNever, kWhenDiagnosed, kFull };

struct Options {
  std::vector<const Profile*> devices;  // SIMT_DEVICE, SIMT_DEVICES
  int sms = 0;                          // SIMT_SMS; 0: the profile's own
  checks::ChosenChecks checks;          // SIMT_CHECKS
  bool any_check = true;                // false: SIMT_CHECKS=none
  uint64_t schedule = 0;                // SIMT_SCHEDULE
  bool any_block_first = false;         // SIMT_BLOCK_ORDER=any
  int workers = 0;                      // SIMT_THREADS; 0: as many as cores
  uint64_t limit = kInstructionLimit;   // SIMT_LIMIT; 0: none
  uint64_t fail = 0;                    // SIMT_FAIL; 0: no call
  std::string json;                     // SIMT_JSON; empty: no file
  report::Parts json_parts = report::Parts::kAll;  // SIMT_JSON_PARTS
  report::Chosen chosen;                           // SIMT_KERNEL, SIMT_LAUNCHES
  std::string suppressions;  // SIMT_SUPPRESSIONS; empty: no file
  int memory_file = -1;  // SIMT_MEMORY_FILE; -1: device memory is ours alone
  std::string rates;     // SIMT_RATES; empty: no file
  /// SIMT_PROGRESS: seconds after which a launch shows how far it is. Nothing:
  /// after 2 on a terminal, else never.
  std::optional<uint64_t> progress;
  std::vector<report::TracePoint> trace;  // SIMT_TRACE
  bool summary = false;                   // SIMT_TRACE=summary
  std::string steps;                      // SIMT_STEPS; empty: no file
  int most_steps = 0;                     // SIMT_STEPS_MOST; 0: all
  bool hints = false;                     // SIMT_HINT=1
  std::vector<std::string> sources;       // SIMT_SOURCES; empty: all
  TextReport text = TextReport::kWhenDiagnosed;
  bool color = true;  // false: NO_COLOR
};

/// Null when the variable is not set.
using Lookup = std::function<const char*(const char*)>;

/// Reads the options. `error` becomes one sentence that names what is allowed
/// when a value is bad; the options are then not to be used.
Options read_options(const Lookup& lookup, std::string& error);

}  // namespace simt::cudart
