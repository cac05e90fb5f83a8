// SPDX-License-Identifier: MIT
// One piece of work beside the screen: a check or an example, in a process
// that can be stopped at any time with all that it started.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "runner/process/process.h"

namespace learn {

class Job {
 public:
  /// Runs `work` in a child without our terminal; what it prints is kept.
  /// `work` may throw Stop, whose sentence is printed then.
  explicit Job(const std::function<int()>& work);
  /// Stops it when it still runs.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Readable when it printed something or ended.
  int output() const { return output_; }
  /// Reads what is there; true once it ended. Never waits for it.
  bool ended();
  /// What it printed; the middle of a very long text is left out.
  std::string text() const { return printed_.text(); }
  /// Its exit status; 2 when it was killed.
  int status() const { return status_; }

 private:
  pid_t child_ = -1;
  int output_ = -1;
  int status_ = 2;
  Stream printed_;
};

}  // namespace learn
