// SPDX-License-Identifier: MIT
// The verb step: a case of a lesson or its example, to walk through.
#pragma once

#include <string>

#include "runner/command/check.h"
#include "runner/lesson/lesson.h"
#include "runner/steps/choice.h"

namespace learn {

struct StepOptions {
  CheckOptions check;     // what runs, and under which schedule
  bool example = false;   // the lesson's example, no case
  bool locals = false;    // compile with -G, which names local variables
  std::string test_case;  // "": the first tiny one
  std::string json;       // file for the steps, or ""
  bool text = false;      // print them
  std::string page;       // file for the player; "": step_NN.html, unless the
                          // steps are printed or written to `json`
  StepWords words;
};

/// Builds, runs the case or the example and shows its steps, however it ends. 0
/// shown, 1 does not compile. Throws Stop for a case that is not there or too
/// large.
int step(const Place& place, const Lesson& lesson, const StepOptions& options);

/// The player of the first tiny case, for the page of a run of `subject`, which
/// is built; "" where the case has no steps that can be shown.
std::string tiny_steps(const Place& place, const Lesson& lesson,
                       const Subject& subject, const std::string& seed);

/// What `./learn` shows of the exercise's first tiny case: where a warp
/// diverges and what warps do over time, in rows of at most `columns`. Builds,
/// writes the player to `page` and prints. 0, or 1 when it does not compile.
int draw_steps(const Place& place, const Lesson& lesson, const fs::path& page,
               int columns);

}  // namespace learn
