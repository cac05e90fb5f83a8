// SPDX-License-Identifier: MIT
// Which lessons are solved. Kept beside the sources, not in them.
#pragma once

#include <map>
#include <string>

#include "runner/lesson/place.h"

namespace learn {

/// Solved lessons and their points, in .learn/state.json (the environment
/// variable LOCKSTEP_STATE names another file).
class State {
 public:
  /// A missing file is an empty state; a damaged one is set aside.
  explicit State(const Place& place);

  bool solved(const std::string& lesson) const {
    return points_.count(lesson) != 0;
  }
  int points(const std::string& lesson) const;
  /// Notes and saves; a file that cannot be written throws Stop.
  void note_solved(const std::string& lesson, int points);

 private:
  fs::path file_;
  std::map<std::string, int> points_;
};

}  // namespace learn
