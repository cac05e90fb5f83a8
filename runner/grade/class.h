// SPDX-License-Identifier: MIT
// Grades a class: many submissions, some at a time, each in a process of its
// own; keeps results as they come, and takes up what an earlier run left.
#pragma once

#include <string>
#include <vector>

#include "runner/grade/grade.h"
#include "runner/grade/result.h"
#include "runner/lesson/lesson.h"

namespace learn {

struct ClassWork {
  std::vector<fs::path> submissions;
  std::vector<Lesson> lessons;  // empty: all that a submission has a file for
  fs::path into;                // keeps NAME.json here; empty: nowhere
  int jobs = 0;                 // 0: as many as there are cores
  bool walls = true;            // bubblewrap, where it works
  Grading grading;
};

/// The marks, in the order of `submissions`. Says on standard error how code
/// is kept apart when that is not by bubblewrap, and which result could not be
/// kept. Throws Stop, before anything is graded, for what the teacher must put
/// right; whatever happens later is one submission's affair.
std::vector<Mark> grade_class(const Place& place, const ClassWork& work);

}  // namespace learn
