// SPDX-License-Identifier: MIT
// Reads an archive in a process that can do nothing but compute: what parses
// foreign bytes may have a hole. Knows no lesson.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/grade/archive_reader.h"

namespace learn {

/// What became of an archive.
struct ArchiveResult {
  std::string refusal;  // why it cannot be taken: the student's affair
  std::string fault;    // why this machine could not read it
  std::vector<WantedMember> wanted;  // empty unless both are ""
};

/// One archive that is being read. Begin several, then end each.
class ArchiveProcess {
 public:
  /// Starts to look for `paths` in the archive `file`.
  ArchiveProcess(const fs::path& file, std::vector<std::string> paths);
  ~ArchiveProcess();
  ArchiveProcess(const ArchiveProcess&) = delete;
  ArchiveProcess& operator=(const ArchiveProcess&) = delete;

  /// Waits for its end, for a minute at most. Call it once.
  ArchiveResult end();

 private:
  void start(int archive);
  [[noreturn]] void be_child(int archive, pid_t parent) const;

  std::vector<std::string> paths_;
  std::string fault_;
  int result_ = -1;  // a file in memory
  pid_t process_ = -1;
};

}  // namespace learn
