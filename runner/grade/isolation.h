// SPDX-License-Identifier: MIT
// Walls around code that is not trusted: bubblewrap where it works, another
// user where we are root, and a bare environment always.
#pragma once

#include <string>
#include <vector>

#include "runner/lesson/place.h"
#include "runner/process/process.h"

namespace learn {

/// What one command may see.
struct Sight {
  fs::path folder;                // its working folder: it may write there
  std::vector<fs::path> visible;  // files and folders, read-only
  bool gpu = false;               // the GPU's devices, too
};

/// How commands are kept apart on this machine.
class Isolation {
 public:
  /// Looks whether bubblewrap is there and works; `wanted` false: without it.
  static Isolation find(const Sight& typical, bool wanted);

  bool walls() const { return !bwrap_.empty(); }
  /// One sentence that says what is used, or why bubblewrap is not.
  const std::string& sentence() const { return sentence_; }
  /// The user that job number `slot` (from 0) runs as; 0: the one we are.
  unsigned user(int slot) const;
  /// Gives `folder` and what is in it to that user; -1: takes it back.
  void hand_over(const fs::path& folder, int slot) const;
  /// Puts the walls around `command`, whose environment becomes bare.
  void enclose(Command& command, const Sight& view) const;

 private:
  std::string bwrap_;
  bool root_ = false;
  std::string sentence_;
};

}  // namespace learn
