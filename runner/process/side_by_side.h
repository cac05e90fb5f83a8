// SPDX-License-Identifier: MIT
// Several runs at the same time, each watched by a process of its own:
// run_limited ends whatever is left of what its process started.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <deque>
#include <functional>

#include "runner/process/process.h"

namespace learn {

/// Runs that go on while their answers are awaited in order. What is left of
/// them is killed with this object.
class SideBySide {
 public:
  /// Calls `run` with each number below `count`, all at once, each in a child
  /// of ours: what such a call changes in our memory is lost.
  SideBySide(size_t count, const std::function<Outcome(size_t)>& run);
  ~SideBySide();
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;

  /// Waits for the run that follows the one of the last call. Of one that
  /// could not be started, or threw: Outcome::End::kNotStarted.
  Outcome next();

 private:
  struct Child {
    pid_t process = -1;
    int from = -1;  // where its answer is read
  };
  static Child start(size_t number, const std::function<Outcome(size_t)>& run);
  static void end(const Child& child);

  std::deque<Child> children_;  // whose answers were not read
};

}  // namespace learn
