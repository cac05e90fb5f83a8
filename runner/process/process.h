// SPDX-License-Identifier: MIT
// Runs one program and reports how it ended. A learner's program is not
// trusted: own process group, closed stdin, limits, nothing left behind.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runner/base/place.h"

namespace learn {

struct Limits {
  double seconds = 60;              // wall clock, then SIGTERM, then SIGKILL
  uint64_t memory = 8ull << 30;     // private writable memory, in bytes
  uint64_t kept_output = 64 << 10;  // of each stream, at either end
  bool small = true;                // also limit CPU time, threads and cores
  uint64_t printed = 0;       // of both streams, then SIGKILL; 0: no limit
  uint64_t resident = 0;      // bytes in use, all its processes; 0: no limit
  uint64_t file_size = 0;     // of each file that it writes; 0: no limit
  fs::path folder;            // where it writes; empty: it is not looked at
  uint64_t folder_bytes = 0;  // on disk, all files of `folder`
  unsigned tasks = 256;       // threads and processes, where `small`
  unsigned user = 0;  // run as this user, where we are root; 0: as we are
};

/// What one stream printed: its beginning and its end.
struct Stream {
  std::string head;  // the first Limits::kept_output bytes
  std::string tail;  // the last ones, when there were more
  uint64_t total = 0;

  void add(std::string_view bytes, uint64_t kept);
  bool cut() const { return total > head.size(); }
  /// Head and, after a line that says what is missing, tail.
  std::string text() const;
};

struct Outcome {
  enum class End { kExited, kSignalled, kTimedOut, kNotStarted };
  /// Which of its limits ended it; kNone with SIGKILL: something outside did.
  enum class Limit { kNone, kTime, kPrinted, kMemory, kDisk };
  End end = End::kNotStarted;
  Limit limit = Limit::kNone;
  int process = 0;      // its number; 0: there was none
  int code = 0;         // exit status, signal number or errno
  int left_behind = 0;  // processes that were still there, now killed
  uint64_t peak = 0;    // bytes of the largest of its processes that ended
  Stream out, err;

  bool ok() const { return end == End::kExited && code == 0; }
  /// What a shell would return: the status, or 128 + the signal.
  int exit_code() const;
};

struct Command {
  std::vector<std::string> argv;  // argv[0] is looked up in PATH
  std::vector<std::pair<std::string, std::string>> environment;  // set on top
  fs::path folder;                      // working directory; empty: ours
  std::vector<std::string> unset = {};  // variables that it must not see
  bool bare = false;  // it sees no variable but those of `environment`
};

/// Runs a command that is not trusted and keeps what it prints.
Outcome run_limited(const Command& command, const Limits& limits);

/// Runs a command that shares our terminal; no limits.
Outcome run_open(const Command& command);

/// What puts up the walls says as a shell would that a signal ended a program:
/// by 128 + the signal. Puts that right.
void note_signal(Outcome& outcome);

/// "SIGSEGV (it touched memory that is not its own)"
std::string signal_name(int signal);

}  // namespace learn
