// SPDX-License-Identifier: MIT
// Runs one PTX text as a launch would: parser, decoder, machine, all checks,
// report. Knows nothing of where the text comes from.
#pragma once

#include <string>

#include "tests/fuzz/execute/plan.h"

namespace fuzz {

/// How far a text came.
enum class Result : int {
  kNoPtx,     // the parser refused it
  kRefused,   // the verifier refused it
  kUnlinked,  // a kernel could not be decoded, or there was none
  kTooLarge,  // no device would launch it
  kDone,      // ran to its end
  kFault,     // stopped with a diagnosis
  kStuck,     // stopped: deadlock, circle or the limit of instructions
};
inline constexpr int kResults = 7;
const char* name_of(Result result);

/// Runs the first kernel. Aborts where a rule of the emulator is broken: a
/// launch that stops without an error in its report, or one that a second run
/// does not repeat (`twice`). Only then the report is written, to `report` too.
Result execute(const std::string& text, bool twice,
               std::string* report = nullptr);

}  // namespace fuzz
