// SPDX-License-Identifier: MIT
// Builds and judges one lesson of one submission. Prints nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runner/grade/isolation.h"
#include "runner/grade/kit.h"
#include "runner/grade/result.h"
#include "runner/grade/submission.h"

namespace learn {

/// What the teacher chose for all submissions.
struct Grading {
  std::vector<uint64_t> seeds;   // schedules; empty: as many as the lesson has
  double seconds = 0;            // of one lesson's runs; 0: the lesson's limit
  double compile_seconds = 60;   // of each call of a compiler
  uint64_t memory = 4ull << 30;  // bytes
  bool gpu = false;  // cases without counters must pass on the GPU, too
};

/// The mark of `kit`'s lesson for `found`; null: the student gave no file.
/// Never throws for what the submission did.
LessonMark grade_lesson(const Place& place, const Kit& kit,
                        const Grading& grading, const Isolation& isolation,
                        int slot, const FoundExercise* found,
                        std::vector<std::string>& notes);

}  // namespace learn
