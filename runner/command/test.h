// SPDX-License-Identifier: MIT
// The verb test: the repository's own tests, step by step.
#pragma once

#include <string>
#include <vector>

#include "runner/base/place.h"

namespace learn {

/// Which tests: those of ctest, what needs a person's patience, a GPU's.
struct TestOptions {
  // Lessons by number or name: all of their answers. Folders of
  // cmake/in_turn.txt: what of theirs is tested in turn.
  std::vector<std::string> named;
  bool full = false;    // each test; else few of those that are many alike
  bool all = false;     // also format, tidy, sanitizers, bounded fuzzing
  bool extras = false;  // these alone
  // These alone: the emulator's tests and the lessons' for arm64; the lessons'
  // compiled by clang; with both for arm64, by clang.
  bool arm64 = false, clang = false;
  bool gpu = false;  // also solutions and examples on the real runtime
};

/// 0 when every step passed. Throws Stop where there is no such lesson or
/// folder.
int test(const Place& place, const TestOptions& options);

}  // namespace learn
