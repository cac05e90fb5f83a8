// SPDX-License-Identifier: MIT
// An flock(2) on a file in the build folder. Whatever we start inherits it, so
// a build that outlives us keeps the lock.
#include "runner/process/build_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runner/base/stop.h"

namespace learn {
namespace {

bool lock_file(int file, int how) {
  int failed = 0;
  do {
    failed = flock(file, how);
  } while (failed != 0 && errno == EINTR);
  return failed == 0;
}

}  // namespace

// Without O_CLOEXEC: what builds goes on when we are killed.
BuildLock::BuildLock(const Place& place)
    : file_(
          open((place.build / ".learn.lock").c_str(), O_CREAT | O_RDWR, 0644)) {
  if (file_ >= 0 && lock_file(file_, LOCK_EX | LOCK_NB)) return;
  if (file_ >= 0 && errno == EWOULDBLOCK) {
    if (isatty(STDERR_FILENO) != 0) {
      fmt::print(stderr, "learn: waiting for another build in {} to end\n",
                 place.shown(place.build));
    }
    if (lock_file(file_, LOCK_EX)) return;
  }
  const int why = errno;
  if (file_ >= 0) close(file_);
  throw Stop{fmt::format("cannot lock the build folder {}: {}",
                         place.shown(place.build), std::strerror(why))};
}

BuildLock::~BuildLock() {
  flock(file_, LOCK_UN);
  close(file_);
}

}  // namespace learn
