// SPDX-License-Identifier: MIT
// Where a failed check got a NaN or an infinity: looks for the instruction that
// made it. Changes no verdict.
#pragma once

#include <string>

#include "runner/check/judge.h"

namespace learn {

/// Whether the failed assertion shows a NaN or an infinity.
bool shows_nan(const Failure& failure);

/// Where a case failed so, runs the last seed again under the check `nan`, and
/// adds what it found to that run's report_text. `target` is what was judged.
void add_first_nan(const Place& place, const Lesson& lesson,
                   const std::string& target, Verdict& verdict);

}  // namespace learn
