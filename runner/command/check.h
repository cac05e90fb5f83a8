// SPDX-License-Identifier: MIT
// The verbs on one lesson: check and run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runner/lesson/lesson.h"

namespace learn {

struct CheckOptions {
  bool solution = false;
  std::string mistake;               // a name, or ""
  std::string also_right;            // a second right answer, or ""
  bool gpu = false;                  // the real runtime
  std::optional<uint64_t> schedule;  // this one only
  bool skip_todo = false;  // 77 instead of 1 while the TODO still stands
  bool tested = false;     // what the build for ctest made, as it is
};

/// Builds, judges, prints. 0 passed, 1 failed.
int check(const Place& place, const Lesson& lesson,
          const CheckOptions& options);

/// Builds (not with `tested`) and runs the example; returns its exit status.
int run_example(const Place& place, const Lesson& lesson, bool gpu,
                bool tested = false);

}  // namespace learn
