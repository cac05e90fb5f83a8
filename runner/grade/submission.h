// SPDX-License-Identifier: MIT
// One student's files: finds each lesson's exercise.cu in a folder or archive.
// Writes nothing to disk, follows no links, and hands no name of a student's to
// a program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/lesson/lesson.h"

namespace learn {

/// An exercise as it was found, or why it cannot be taken.
struct FoundExercise {
  std::string text;
  std::string refusal;  // a sentence; "" when `text` is good
};

struct Submission {
  std::string student;             // name of the folder or archive
  std::vector<std::string> notes;  // what was strange about it
  std::map<std::string, FoundExercise> exercises;  // by the lesson's name
  std::string refusal;  // why nothing of it can be taken, or ""
  std::string fault;    // why this machine could not read it, or ""
};

/// The student's name: the last part of `path`, without the archive's ending.
std::string student_name(const fs::path& path);

/// Reads the exercises of `lessons`, `jobs` archives at a time and each once.
/// `plain`: exercise.cu may also stand at the top, when there is one lesson.
/// What is neither a folder nor an archive is refused, like any submission that
/// cannot be taken. Throws Stop, before it reads any, when a path leads
/// nowhere.
std::vector<Submission> read_submissions(const std::vector<fs::path>& paths,
                                         const std::vector<Lesson>& lessons,
                                         bool plain, int jobs);
Submission read_submission(const fs::path& path,
                           const std::vector<Lesson>& lessons, bool plain);

}  // namespace learn
