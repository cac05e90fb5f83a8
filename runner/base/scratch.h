// SPDX-License-Identifier: MIT
// A folder for files that nobody needs afterwards. Knows no checkout.
#pragma once

#include <filesystem>

namespace learn {

namespace fs = std::filesystem;

/// A folder for one run's files, removed with its contents at the end. It is
/// locked for as long as its owner lives: the next one to make a folder removes
/// what was left by those that were killed.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const fs::path& path() const { return path_; }
  /// Removes those of our own whose owners are gone.
  static void remove_leftovers();

 private:
  fs::path path_;
  int lock_ = -1;
};

}  // namespace learn
