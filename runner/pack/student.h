// SPDX-License-Identifier: MIT
// The course as students get it: chosen lessons, no solutions, no mistakes.
#pragma once

#include <string>
#include <vector>

#include "runner/lesson/lesson.h"
#include "runner/pack/archive.h"

namespace learn {

/// The lessons that `words` names, in teaching order: "01-08,11,exam_2"; all
/// of them when it is empty. A range holds the numbers that exist in it.
/// Throws Stop when a word names no lesson.
std::vector<Lesson> choose_lessons(const Place& place,
                                   const std::string& words);

/// All files of the course with `lessons` alone. Exercises are the skeletons,
/// never what somebody solved here: a lesson whose skeleton cannot be found
/// throws Stop. Links and the map name only what is in the copy. Nothing there
/// quotes an answer: exam pages end before "Afterwards", and no lesson.toml
/// says which lines of an answer its picture was drawn from.
PackedFiles student_files(const Place& place,
                          const std::vector<Lesson>& lessons);

/// What a chosen lesson needs and is not among `lessons`; a sentence each.
std::vector<std::string> missing_needs(const std::vector<Lesson>& lessons);

}  // namespace learn
