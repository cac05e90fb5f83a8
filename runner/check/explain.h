// SPDX-License-Identifier: MIT
// The words of a verdict. Decides nothing.
#pragma once

#include <string>

#include "runner/check/judge.h"

namespace learn {

/// What is checked: "lessons/13_bank_conflicts/exercise.cu".
struct Subject {
  std::string source;  // relative path of the .cu file
  std::string target;  // build target
  std::string words;   // what follows the verb: "07 --solution"
  bool gpu = false;
  bool known_mistake = false;  // it should not pass
  bool keep_output = true;     // a long output, in a file beside the executable

  /// What repeats this check: "./learn check 13".
  std::string command() const { return "./learn check " + words; }
};

/// The whole text that ./learn check prints after a build that succeeded.
/// Writes a long output of the program to a file beside the executable.
std::string explain(const Place& place, const Lesson& lesson,
                    const Subject& subject, const Verdict& verdict);

/// "1,048,576"
std::string with_commas(uint64_t value);

}  // namespace learn
