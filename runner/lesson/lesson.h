// SPDX-License-Identifier: MIT
// What is known of a lesson: its lesson.toml and its files. Runs nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/lesson/picture.h"

namespace learn {

enum class CaseKind { kTiny, kAwkward, kTechnique };
const char* name_of(CaseKind kind);

/// What part 1 to 9 of the course is about.
const char* part_title(int part);

struct Case {
  std::string name;
  CaseKind kind = CaseKind::kTiny;
  int points = 0;
  std::string asks;  // one sentence for the page; or ""
};

/// An array of the host that a function of the exercise fills.
struct Filled {
  std::string function;  // as lesson.h has it
  int pointer = 0;       // the argument that points there, from 1
  int count = 0;         // the argument that says how many elements
};

/// The question of a lesson, for after the pass: the table [ask].
struct Ask {
  std::string question;
  std::vector<std::string> choices;  // 2 to 5
  size_t answer = 0;                 // the right choice, from 1
  std::string because;               // why it is right
  std::string shown_by;  // "mistake NAME" or "also_right NAME": what shows it
};

struct Lesson {
  std::string name;      // "13_bank_conflicts", the folder's name
  std::string number;    // "13", or "exam_2"
  std::string formerly;  // the folder's name in an older edition; or ""
  std::string title, kind, goal;
  int part = 0;
  std::vector<std::string> needs;    // numbers
  std::vector<std::string> devices;  // profiles of the emulator; none: its own
  int sms = 0;                       // multiprocessors; 0: as the profile has
  int launch_limit = 0;              // warp instructions; 0: the emulator's own
  std::string arch = "75";           // of its PTX: 75, 80, 90 or 90a
  bool any_block_first = false;      // a seed starts blocks in any order at all
  int minutes = 0;
  uint64_t seeds = 0;
  int time_limit_s = 60;       // for one whole check
  bool device_region = false;  // no host code between the marks
  std::string given;           // mark of exercise.cu as it was given; or ""
  std::vector<Filled> fills;
  std::vector<Case> cases;
  std::optional<Ask> ask;
  std::optional<Picture> picture;

  int points() const;
  fs::path folder(const Place& place) const;
  fs::path answers(const Place& place) const;
  /// "13 Bank conflicts"
  std::string heading() const { return number + " " + title; }
};

/// Reads lessons/`name`/lesson.toml; throws Stop with file and line.
Lesson read_lesson(const Place& place, const std::string& name);

/// All lessons in teaching order; an exam follows the lessons of its part.
std::vector<Lesson> read_lessons(const Place& place);

/// The lesson that `word` means: "7", "07", a folder's name or what stands
/// in it after the number. Throws Stop
/// with the nearest name when there is none.
Lesson find_lesson(const Place& place, const std::string& word);

}  // namespace learn
