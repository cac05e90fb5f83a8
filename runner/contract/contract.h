// SPDX-License-Identifier: MIT
// The lesson contract (docs/lesson-contract.md) as checks. Each function
// looks at one part and answers with what it found wrong.
#pragma once

#include <string>
#include <vector>

#include "runner/lesson/lesson.h"

namespace learn {

/// What is wrong with a lesson; each entry is "file:line: sentence" or
/// "file: sentence". Warnings do not fail.
struct Complaints {
  std::vector<std::string> errors;
  std::vector<std::string> warnings;
};

/// Files present and no others, sizes, needs, nothing left to fill.
void check_files(const Place& place, const Lesson& lesson,
                 Complaints& complaints);
/// The region of exercise and solution, and the word TODO.
void check_region(const Place& place, const Lesson& lesson,
                  Complaints& complaints);
/// The mark `given` of lesson.toml against the exercise; `update` writes it
/// anew. An exercise without its TODO is not looked at.
void check_given(const Place& place, const Lesson& lesson, bool update,
                 Complaints& complaints);
/// The sections of README.md and what they share with lesson.toml.
void check_page(const Place& place, const Lesson& lesson,
                Complaints& complaints);
/// Builds and judges exercise and solution. With `built`, here and below, it
/// takes the program as it is built: tests run at once, builds cannot.
void check_skeleton(const Place& place, const Lesson& lesson,
                    Complaints& complaints, bool built = false);
void check_solution(const Place& place, const Lesson& lesson,
                    Complaints& complaints);
/// Builds and judges one mistake: it must fail for its stated reasons.
void check_mistake(const Place& place, const Lesson& lesson,
                   const std::string& name, bool built, Complaints& complaints);
/// Marked blocks of README.md against files and real output; `update`
/// rewrites those that are out of date.
void check_text(const Place& place, const Lesson& lesson, bool update,
                Complaints& complaints, bool built = false);

/// The same for another page, given from the root; only its marked blocks.
void check_page_text(const Place& place, const std::string& page, bool update,
                     Complaints& complaints, bool built = false);

/// picture.svg against what the lesson's programs do; `update` redraws it.
void check_picture(const Place& place, const Lesson& lesson, bool update,
                   Complaints& complaints, bool built = false);

/// Names of the lesson's mistakes, sorted.
std::vector<std::string> mistake_names(const Place& place,
                                       const Lesson& lesson);

/// Prints; 0 without errors, else 1.
int print_complaints(const std::string& what, const Complaints& complaints);

}  // namespace learn
