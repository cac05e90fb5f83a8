// SPDX-License-Identifier: MIT
// Makes submissions in a folder that goes away, and grades them as a teacher
// would.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/grade/class.h"
#include "runner/grade/kept.h"
#include "runner/process/process.h"

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The end of a program that prints and fails.
inline learn::Outcome failed(const std::string& printed) {
  learn::Outcome outcome;
  outcome.end = learn::Outcome::End::kExited;
  outcome.code = 1;
  outcome.err.add(printed, 1 << 20);
  return outcome;
}

struct Graded {
  int status = 0;
  std::string out, err;
};

/// ./learn with these words; `root` holds lessons/.
inline Graded run_learn(const std::string& root,
                        const std::vector<std::string>& words,
                        learn::fs::path folder = {}) {
  learn::Command command{
      {LEARN, "--root", root, "--build", BUILD}, {}, std::move(folder)};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  learn::Limits limits;
  limits.seconds = 280;
  limits.small = false;
  limits.kept_output = 4 << 20;
  const auto outcome = learn::run_limited(command, limits);
  return {outcome.exit_code(), outcome.out.text(), outcome.err.text()};
}

/// A class of students of the lesson `lesson` below `root`.
class Class {
 public:
  Class(std::string root, std::string lesson)
      : root_(std::move(root)), lesson_(std::move(lesson)) {
    learn::fs::permissions(scratch_.path(), learn::fs::perms::all);
  }

  const learn::fs::path& folder() const { return scratch_.path(); }
  learn::fs::path into() const { return folder() / "marks"; }

  void add_path(const learn::fs::path& path) {
    submissions_.push_back(path.string());
  }
  void add(const std::string& student, const std::string& exercise) {
    const auto place = folder() / student / "lessons" / lesson_;
    learn::fs::create_directories(place);
    learn::write_text(place / "exercise.cu", exercise);
    add_path(folder() / student);
  }

  /// Without `named` all lessons that a submission has.
  Graded grade(std::vector<std::string> more = {}, bool named = true) const {
    std::vector<std::string> words{"grade", "--into", into().string()};
    if (named) words.insert(words.end(), {"--lesson", lesson_});
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), submissions_.begin(), submissions_.end());
    return run_learn(root_, words);
  }

  /// The kept mark of one student; the test fails when there is none.
  learn::LessonMark mark(const std::string& student) const {
    const auto file = into() / learn::mark_file(student);
    REQUIRE_MESSAGE(learn::fs::exists(file), student);
    const auto mark = learn::mark_from_json(learn::read_text(file));
    REQUIRE_MESSAGE(mark, student);
    REQUIRE_MESSAGE(mark->lessons.size() == 1, student);
    return mark->lessons.front();
  }

 private:
  std::string root_, lesson_;
  learn::ScratchFolder scratch_;
  std::vector<std::string> submissions_;
};

inline std::string region_file(const std::string& region) {
  return "// task-begin\n" + region + "// task-end\n";
}

/// Answers to the fixture lesson 90_adds: of 4 points right has all, and this
/// wrong one those of the case with one pair, which it gets right, and of the
/// one that counts launches.
inline const std::string kRight =
    region_file("  if (i < n) sum[i] = a[i] + b[i];\n");
inline const std::string kPartly =
    region_file("  if (i < 20 && i < n) sum[i] = a[i] + b[i];\n");
