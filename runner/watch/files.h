// SPDX-License-Identifier: MIT
// Tells when one file was saved, however an editor does it.
#pragma once

#include <sys/stat.h>

#include "runner/base/place.h"

namespace learn {

/// Watches the file's folder: many editors write a new file and rename it.
/// Where the system sends no events (network folders, WSL2's /mnt), looking
/// at the file's time once in a while finds it too.
class FileWatch {
 public:
  /// Throws Stop when the folder cannot be watched.
  explicit FileWatch(const fs::path& file);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Readable when something happened in the folder.
  int events() const { return events_; }
  /// Whether the file was saved since the last call. Never waits.
  bool saved();

 private:
  /// Whether size, time or identity differ from what they were.
  bool looks_new();

  fs::path file_;
  int events_ = -1;
  struct stat last_ {};
};

}  // namespace learn
