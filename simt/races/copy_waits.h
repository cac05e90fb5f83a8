// SPDX-License-Identifier: MIT
// Counts how far a kernel's asynchronous copies (cp.async) run ahead: what is
// still in flight after each wait for groups of them. Judges nothing.
#pragma once

#include <cstdint>
#include <map>

#include "simt/ops/event.h"
#include "simt/races/pending_copies.h"

namespace simt::races {

/// Of one launch.
struct CopyWaits {
  /// Executions by a warp of a wait for groups of copies.
  uint64_t waits = 0;
  /// Bytes of shared memory that copies of the warp have yet to fill after
  /// such a wait, summed over all of them.
  uint64_t bytes_left = 0;

  CopyWaits& operator+=(const CopyWaits& more) {
    waits += more.waits;
    bytes_left += more.bytes_left;
    return *this;
  }
};

class CopyWaitCount {
 public:
  void start_launch(const program::Kernel& kernel);
  void start_block(uint32_t slot);
  void on_access(const Access& access);
  void on_instruction(const WarpPlace& at, uint32_t pc, LaneMask lanes);
  /// What was counted since the last call.
  CopyWaits take();
  /// What another count of the same launch held.
  void add(const CopyWaits& more) { count_ += more; }

 private:
  PendingCopies copies_;
  CopyWaits count_;
  std::map<uint32_t, std::map<uint32_t, uint64_t>> open_;  // slot, warp: bytes
};

}  // namespace simt::races
