// SPDX-License-Identifier: MIT
// A control group (cgroup) of its own for one run. The kernel counts there what
// no mapping shows: files in memory, segments, buffers of pipes and sockets.
#pragma once

#include <cstdint>

#include "runner/base/place.h"

namespace learn {

class MemoryGroup {
 public:
  /// Of so many bytes and a little more, so that who counts mappings notices
  /// first; 0: none. None either where this system gives us no group.
  explicit MemoryGroup(uint64_t bytes);
  /// Removes it; its processes have ended.
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  bool there() const { return tasks_ >= 0; }
  /// Puts the calling process in, and with it all that it will start.
  void enter() const;
  /// Whether the kernel killed one of its processes for memory.
  bool exceeded() const;

 private:
  fs::path folder_;
  int tasks_ = -1;  // opened before: who enters may not open it any more
};

/// Whether this system lets us make such groups.
bool has_memory_groups();

}  // namespace learn
