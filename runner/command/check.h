// SPDX-License-Identifier: MIT
// The verbs on one lesson: check and run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runner/check/explain.h"
#include "runner/lesson/lesson.h"
#include "runner/process/build_step.h"

namespace learn {

struct CheckOptions {
  bool solution = false;
  std::string mistake;               // a name, or ""
  std::string also_right;            // a second right answer, or ""
  std::string file;                  // in place of the exercise, or ""
  bool gpu = false;                  // the real runtime
  std::optional<uint64_t> schedule;  // this one only
  bool skip_todo = false;            // 77 while the exercise is not done yet
  bool built = false;                // take the program as it is built
};

/// What `options` ask to check; throws Stop for a name that is not there.
Subject subject_of(const Place& place, const Lesson& lesson,
                   const CheckOptions& options);
/// Builds; a person at a terminal sees that something happens meanwhile.
/// `built`: takes the program as it is built.
Build build_shown(const Place& place, const std::string& target,
                  bool built = false);
/// Why `source` was not built, in words; throws Stop when it is not to blame.
std::string build_text(const Build& build, const std::string& source,
                       const std::string& command);
/// Prints why `source` was not built; 1 when it is to blame, else throws Stop.
int explain_build(const Build& build, const std::string& source,
                  const std::string& command);

/// What came of a check. A solved exercise was noted.
struct Checked {
  Subject subject;
  std::string result;  // "passed", "failed", "not built", "refused", "skipped"
  int status = 1;      // 0 passed, 77 skipped
  std::string text;    // all that is printed
  std::string compiler;  // the first errors; not built
  std::string picture;   // what is said of the learner's own picture, or ""
  std::optional<Verdict> verdict;  // where the program ran
};

/// Builds and judges. Throws Stop when what failed is not the source.
Checked check_told(const Place& place, const Lesson& lesson,
                   const CheckOptions& options);
/// The same, printed; returns the status.
int check(const Place& place, const Lesson& lesson,
          const CheckOptions& options);

/// Builds (not with `built`) and runs the example; returns its exit status.
int run_example(const Place& place, const Lesson& lesson, bool gpu,
                bool built = false);

}  // namespace learn
