// SPDX-License-Identifier: MIT
// Which lessons are solved. Kept beside the sources, not in them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "runner/lesson/lesson.h"

namespace learn {

/// Where the state is kept, and what lies beside it: .learn, or the folder of
/// the file that the environment variable LOCKSTEP_STATE names.
fs::path state_folder(const Place& place);

/// Solved lessons and their points, the lesson that was chosen and the hints
/// that were read, in .learn/state.json (the environment
/// variable LOCKSTEP_STATE names another file).
class State {
 public:
  /// A missing file is an empty state; a damaged one is set aside. What was
  /// noted under a name that a lesson had before (`formerly`) is the lesson's.
  explicit State(const Place& place);

  bool solved(const std::string& lesson) const {
    return points_.count(lesson) != 0;
  }
  int points(const std::string& lesson) const;
  /// Notes and saves; a file that cannot be written throws Stop.
  void note_solved(const std::string& lesson, int points);

  /// The lesson to work at: the chosen one while it is open or was chosen again
  /// after it was solved, else the first open one after it, else the first open
  /// one of `lessons`.
  const Lesson* current(const std::vector<Lesson>& lessons) const;
  /// The first open lesson behind `from`, and from the start again; null when
  /// no other one is open.
  const Lesson* open_after(const std::vector<Lesson>& lessons,
                           const std::string& from) const;
  /// A solved one is worked at again until it passes once more.
  void choose(const std::string& lesson);
  /// Where ./learn next goes: the lesson to work at when it was not shown yet,
  /// else the next open one; null when there is none.
  const Lesson* next(const std::vector<Lesson>& lessons) const;
  /// `lesson` was put before the student.
  void note_shown(const std::string& lesson);

  /// How many hints of the lesson were shown.
  int hints(const std::string& lesson) const;
  void note_hints(const std::string& lesson, int shown);

  /// Where copies of what was replaced are kept.
  fs::path backups() const { return file_.parent_path() / "backup"; }

 private:
  void save() const;
  void adopt_former_names(const Place& place);

  fs::path file_;
  std::string chosen_, shown_;
  bool again_ = false;  // the chosen one was solved when it was chosen
  std::map<std::string, int> points_, hints_;
};

}  // namespace learn
