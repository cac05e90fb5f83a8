// SPDX-License-Identifier: MIT
// Counts what a kernel stores for the host while it runs: flags, and those that
// promise nothing of the data before them. Judges nothing: only who wrote the
// host's side knows which store is a flag.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "simt/ops/event.h"
#include "simt/ops/table.h"

namespace simt::checks {

/// Whether the host sees what came before an instruction of this row.
bool releases_to_system(const ops::Op& op, const ops::Form* form);

/// Of one launch.
struct HostFlags {
  /// Strong stores and atomics (volatile, relaxed or more), by lane, to memory
  /// that the host sees too.
  uint64_t stores = 0;
  /// Of these, such whose scope does not reach the host; and such before which
  /// the same thread stored to that memory, with no release of system scope
  /// between the two or by the second.
  uint64_t unreleased = 0;

  HostFlags& operator+=(const HostFlags& more) {
    stores += more.stores;
    unreleased += more.unreleased;
    return *this;
  }
};

class HostFlagCount {
 public:
  /// A write to memory that the host sees.
  void on_write(const Access& access);
  void on_fence(const WarpPlace& at, LaneMask lanes, MemoryOrder order,
                Scope scope);
  /// What was counted since the last call.
  HostFlags take();
  /// What another count of the same launch held.
  void add(const HostFlags& more) { count_ += more; }

 private:
  static uint64_t key(const WarpPlace& at) {
    return uint64_t{at.block} << 32 | at.warp;
  }

  HostFlags count_;
  // By warp: lanes that stored something that they did not release.
  std::unordered_map<uint64_t, LaneMask> open_;
};

}  // namespace simt::checks
