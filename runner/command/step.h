// SPDX-License-Identifier: MIT
// The verb step: one case of a lesson, to walk through.
#pragma once

#include <string>

#include "runner/command/check.h"
#include "runner/lesson/lesson.h"
#include "runner/steps/choice.h"

namespace learn {

struct StepOptions {
  CheckOptions check;     // what runs, and under which schedule
  std::string test_case;  // "": the first tiny one
  std::string json;       // file for the steps, or ""
  bool text = false;      // print them
  StepWords words;
};

/// Builds, runs the case and shows its steps, however it ends. 0 shown, 1 does
/// not compile. Throws Stop for a case that is not there or too large.
int step(const Place& place, const Lesson& lesson, const StepOptions& options);

}  // namespace learn
