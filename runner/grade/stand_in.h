// SPDX-License-Identifier: MIT
// The check of a lesson as a program without the exercise: its functions run
// in processes of their own (simt/apart). One for all submissions.
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/grade/isolation.h"
#include "runner/lesson/lesson.h"

namespace learn {

/// A function that the check calls and the exercise defines.
struct ExerciseFunction {
  std::string symbol;  // mangled
  std::string shown;   // "reduce(float const*, int)"
  std::string name;    // "reduce"
};

/// Those of the check in `objects`, by the teacher's exercise in `exercise`.
std::vector<ExerciseFunction> exercise_functions(
    const std::vector<fs::path>& objects, const fs::path& exercise);

/// C++ that stands in for the functions.
std::string stand_in_text(const Lesson& lesson,
                          const std::vector<ExerciseFunction>& functions);

/// Links the check with them. Throws Stop when that fails.
void build_judge(const Place& place, const Lesson& lesson,
                 const std::vector<ExerciseFunction>& functions,
                 const std::vector<fs::path>& objects, const fs::path& judge);

}  // namespace learn
