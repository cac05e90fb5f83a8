// SPDX-License-Identifier: MIT
// The verbs beside a check: hint, next, reset, diff, explain. Those that the
// watch mode shows too answer with text.
#pragma once

#include <string>

#include "runner/lesson/lesson.h"
#include "runner/lesson/state.h"

namespace learn {

/// The lesson that `word` means, or the one to work at when it is "". Throws
/// Stop when there is none.
Lesson lesson_or_current(const Place& place, const std::string& word);

/// The next hint that was not shown yet, and how many there are; from the
/// first one again after the last. `all`: every one. An exam has none: Stop.
std::string hint_text(const Place& place, const Lesson& lesson, bool all);

/// What the hints that were shown before the pass cost: 1 with the last one,
/// else 0.
int cost_of_hints(const Place& place, const Lesson& lesson);

/// Chooses `word`, or without it the next open lesson, as the one to work at
/// and says what it is. Throws Stop when no other lesson is open.
std::string next_text(const Place& place, const std::string& word);

/// Keeps every exercise as it was given, from exercise.cu or from git. Set-up
/// asks for it, before anybody edits.
void keep_exercises(const Place& place);

/// Puts exercise.cu back as it was given, and says where the replaced text is
/// kept. Throws Stop when no copy of what was given is left, or the old text
/// cannot be kept; then nothing is changed.
std::string reset_text(const Place& place, const Lesson& lesson);

/// The student's region against the solution's. Throws Stop, with exit code
/// 1, before the lesson is passed.
std::string diff_text(const Place& place, const Lesson& lesson);

/// A diagnostic's page; `name` may be a line of a check that begins with
/// `error[...]`. Of one that begins with `Picture:`, that picture in letters.
/// "": the list of all. Throws Stop with the nearest name.
std::string diagnostic_text(const Place& place, const std::string& name,
                            bool colour);

/// Names of all diagnostics, sorted.
std::vector<std::string> diagnostic_names(const Place& place);

/// Prints with colour or without, as the terminal and NO_COLOR ask.
bool stdout_in_colour();

}  // namespace learn
