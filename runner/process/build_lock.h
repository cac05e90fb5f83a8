// SPDX-License-Identifier: MIT
// One build at a time in a build folder. cmake/setup.sh takes the same lock.
#pragma once

#include "runner/base/place.h"

namespace learn {

/// Holds the lock of a build folder for as long as it lives. Programs that it
/// starts hold it, too: where this one is killed, the lock is free when the
/// last of them has ended.
class BuildLock {
 public:
  /// Waits for another build to end. A person at a terminal is told; what a
  /// program reads is the same with and without another build. Throws Stop when
  /// the folder cannot be locked.
  explicit BuildLock(const Place& place);
  ~BuildLock();
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;

 private:
  int file_;
};

}  // namespace learn
